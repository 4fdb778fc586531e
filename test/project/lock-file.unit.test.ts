import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'

type Package = { integrity?: string; link?: true; resolved?: string }

/**
 * Builds for other systems whose hashes are missing (see docs/dependencies.md). Remove each that gets
 * one.
 */
const WITHOUT_HASH = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
  '@cloudflare/workerd-darwin-64',
  '@cloudflare/workerd-darwin-arm64',
  '@cloudflare/workerd-windows-64',
].map((name) => `node_modules/${name}`)

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
/** What npm downloads: neither the project's own packages nor links to them. */
const downloads = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link === undefined,
)

it('finds a hash of every package in the lock file, but for known builds for other systems', () => {
  expect(downloads.length).toBeGreaterThan(100)
  const unverified = downloads.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unverified.map(([path]) => path)).toEqual(WITHOUT_HASH)
})

it('finds no registry in the lock file', () => {
  expect(downloads.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
