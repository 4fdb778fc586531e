// A client that a third-party generator makes from the OpenAPI document is compiled strictly and run.
// @module-tag full
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import document from '../../public/api/openapi.json' with { type: 'json' }
import { ROOT } from '../../scripts/lib/local.ts'
import { codeBlocks, readPage } from '../support/node/examples.ts'
import { useOwnService } from '../support/node/own-service.ts'
import { isFull } from '../support/runs.ts'

const CLIENTS = join(ROOT, 'test', 'clients')
const GENERATOR = join(CLIENTS, 'node_modules', 'openapi-typescript', 'bin', 'cli.js')
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

const SETTINGS = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['*.ts'],
}

const run = promisify(execFile)

/** Runs a program to its end. Throws its whole output if it fails. */
const node = async (cwd: string, ...args: string[]): Promise<string> => {
  try {
    return (await run(process.execPath, args, { cwd })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${args[0]} failed:\n${stdout}${stderr}`)
  }
}

const service = useOwnService()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorlist-client-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The program that docs/api.md shows, for the generated types and the address of this test. */
const pagingExample = (): string =>
  codeBlocks(readPage('docs/api.md'), 'ts')
    .join('')
    .replace('./api.ts', './generated.ts')
    .replace('http://127.0.0.1:8787', service.api)

type Parameter = {
  $ref?: string
  in?: string
  name?: string
  example?: string
  required?: boolean
  schema?: { type?: string; examples?: string[] }
}

type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { examples: Record<string, { value: unknown }> }> }
}

/** The parameters that a call must have in its path or query, with their examples. */
const exampleParameters = (parameters: Parameter[], place: 'path' | 'query'): Record<string, string> => {
  const shared: Record<string, Parameter> = document.components.parameters
  return Object.fromEntries(
    parameters
      .map(({ $ref, ...own }): Parameter => shared[$ref?.split('/').at(-1) ?? ''] ?? own)
      .filter((parameter) => parameter.in === place && parameter.required)
      .map(({ name, example, schema }) => [name, example ?? schema?.examples?.[0] ?? '']),
  )
}

/** A program that calls every operation with its first example and prints the statuses by operation. */
const everyOperation = (): string => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, { operationId, ...operation }]) => {
      const { parameters, requestBody } = operation
      const params = Object.fromEntries(
        (['path', 'query'] as const)
          .map((place) => [place, exampleParameters(parameters, place)] as const)
          .filter(([, examples]) => Object.keys(examples).length > 0),
      )
      const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
      const [body] = Object.values(content?.examples ?? {})
      const options = {
        ...(Object.keys(params).length > 0 && { params }),
        ...(body && { body: body.value }),
        // One of them is CSV.
        parseAs: 'text',
      }
      const form = type === 'application/x-www-form-urlencoded' ? ', ...form' : ''
      return `await client.${method.toUpperCase()}('${path}', { ...${JSON.stringify(options)}${form} }).then(({ response }) => statuses.set('${operationId}', response.status))`
    }),
  )
  return `import createClient from 'openapi-fetch'
import type { paths } from './generated.ts'
const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })
const statuses = new Map<string, number>()
const form = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  bodySerializer: (body: Record<string, string>) => new URLSearchParams(body).toString(),
}
${calls.join('\n')}
console.log(JSON.stringify(Object.fromEntries(statuses)))
`
}

/**
 * What the first examples get on the demo where they do not succeed: it has no such record, invitation or
 * ticket, and nothing that is unused.
 */
const REFUSED = {
  ...{
    previewRevert: 404,
    revertChange: 404,
    acceptInvitation: 404,
    deleteInvitation: 404,
    createOrganizer: 403,
    importTickets: 409,
    previewRevertOfImport: 404,
    revertImport: 404,
  },
  ...{ deleteEvent: 409, deleteVenue: 409, deleteTicketType: 409, deleteSeries: 409, deleteSession: 409 },
  ...{ updateCheckIn: 404, inspectLink: 404, connectDevice: 401, renewDevice: 401, getProgramToken: 401 },
  ...{ getDevice: 404, updateDevice: 404, connectDeviceAgain: 404, deleteDevice: 404 },
  ...{ getProgram: 404, deleteProgram: 404 },
  // People sign in at an issuer.
  ...{ getSignInOptions: 404, signIn: 404, renewSignIn: 404, endAllSignIns: 404, getSignUpOptions: 404 },
  ...{
    signUp: 404,
    setUp: 404,
    listPasskeys: 404,
    getPasskeyOptions: 404,
    addPasskey: 404,
    removePasskey: 404,
  },
  ...{ getInvitation: 404, getTicket: 404, updateTicket: 404, renewTicketCode: 404, deleteTicket: 404 },
  ...{ getArea: 404, updateArea: 404, deleteArea: 404 },
  ...{ getWebhook: 404, updateWebhook: 404, deleteWebhook: 404, testWebhook: 404 },
  ...{ pauseWebhook: 404, resumeWebhook: 404, rotateWebhookSecret: 404 },
  ...{ bulkUpdateTickets: 409, previewRevertOfTicketBulkUpdate: 404, revertTicketBulkUpdate: 404 },
  ...{ getSource: 404, updateSource: 404, deleteSource: 404, previewSource: 404, runSource: 404 },
  ...{ inspectGuestList: 404, addListEntries: 404, changeListEntry: 404, removeListEntry: 404 },
  replaceGuestListLink: 404,
  // It is published.
  deleteListing: 409,
  // A search needs three letters.
  ...{ eraseTicket: 404, searchTickets: 400 },
}

it.runIf(isFull)(
  'openapi-typescript and openapi-fetch: the types compile strictly, and every operation works',
  async () => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
    await copyFile(join(CLIENTS, 'calls.ts'), join(folder, 'calls.ts'))
    await writeFile(join(folder, 'paging.ts'), pagingExample())
    await writeFile(join(folder, 'every.ts'), everyOperation())
    await node(folder, GENERATOR, `${service.api}/api/openapi.json`, '--output', join(folder, 'generated.ts'))
    await node(folder, TSC, '--project', folder)

    const token = await service.token('owner')
    const statuses = JSON.parse(await node(folder, 'every.ts', service.api, token)) as Record<string, number>
    const failed = Object.entries(statuses).filter(([, status]) => status >= 300)
    expect(Object.fromEntries(failed)).toEqual(REFUSED)

    expect(JSON.parse(await node(folder, 'calls.ts', service.api, token))).toEqual({
      statuses: ['Valid', 'Valid'],
      rows: 5,
      outcomes: ['CheckedIn', 'Undone'],
      codes: ['listing_not_found'],
      capacity: 40,
      applied: 1,
      oldCapacity: 400,
      revert: 1,
      isOutdated: false,
      unused: 5,
    })

    const env = { ...process.env, TOKEN: token }
    const { stdout } = await run(process.execPath, ['paging.ts'], { cwd: folder, env })
    expect(stdout).toBe('500\n')
  },
)
