import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { chooseAddress, DATABASES } from './address.ts'

chooseAddress()
for (const database of Object.values(DATABASES)) await applyD1Migrations(database, env.TEST_MIGRATIONS)
