// How sources are read, from real servers on this machine: redirects, slow and endless answers, and files
// that unpack to more than a Worker has.
// @module-tag slow
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchUntil, requireSourceUrl } from '../../../src/api/sources/fetch.ts'
import { readLink } from '../../../src/domain/sources/link.ts'
import { toListRows } from '../../../src/domain/sources/list-rows.ts'
import { isUnchanged, SourceError } from '../../../src/domain/sources/reader.ts'

const MIB = 1024 * 1024

const ENV = { LOOPBACK_URLS: 'on' } as unknown as Env
const PUBLIC = { LOOPBACK_URLS: '' } as unknown as Env

type Site = { url: string; server: Server; requests: IncomingMessage[]; answer: RequestListener }

const startSite = async (): Promise<Site> => {
  const site: Site = {
    url: '',
    requests: [],
    answer: (_, response) => response.end(),
    server: createServer((request, response) => {
      site.requests.push(request)
      site.answer(request, response)
    }),
  }
  site.server.listen(0, '127.0.0.1')
  await once(site.server, 'listening')
  site.url = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`
  return site
}

let site: Site
let other: Site
beforeAll(async () => {
  site = await startSite()
  other = await startSite()
})
afterAll(async () => {
  for (const { server } of [site, other]) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
beforeEach(() => {
  for (const each of [site, other]) {
    each.requests.length = 0
    each.answer = (_, response) => response.end('Name\nAna')
  }
})

const fetchFrom = (url: string, headers = {}, { env = ENV, ms = 10_000 } = {}) =>
  fetchUntil(env, { left: 30 })(Date.now() + ms)(url, headers)

/** The message of a failed read, which never has the address. */
const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SourceError)
  const { message } = error as SourceError
  expect(message).not.toMatch(/127\.0\.0\.1|https?:|list-of-tom/)
  return message
}

const redirectTo =
  (toLocation: (request: IncomingMessage) => string | undefined): RequestListener =>
  (request, response) => {
    const location = toLocation(request)
    if (location === undefined) response.end('Name\nAna')
    else response.writeHead(302, { Location: location }).end('moved')
  }

describe('redirects', () => {
  it('are followed five times, also relative ones, and no sixth time', async () => {
    const hops = (max: number) =>
      redirectTo(({ url = '' }) => {
        const hop = Number(url.slice(1))
        return hop < max ? `/${hop + 1}#part` : undefined
      })
    site.answer = hops(5)
    expect(await fetchFrom(`${site.url}/0`)).toMatchObject({ status: 200 })
    expect(site.requests.map(({ url }) => url)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5'])
    site.answer = hops(6)
    expect(await failure(fetchFrom(`${site.url}/0`))).toBe('The link is redirected more than 5 times.')
    expect(site.requests.map(({ url }) => url).slice(6)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5'])
  })

  it.each([
    'https://10.0.0.1/list-of-tom',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]:8443.example/',
    'https://[fd00::1]/',
    'https://2130706433.nip/',
    'http://example.com/list-of-tom',
    'https://example.com:8443/',
    'https://user:word@example.com/',
    'https://printer.local/',
    'file:///etc/passwd',
    'data:text/csv,Name%0AAna',
  ])('to %s are not followed', async (location) => {
    site.answer = redirectTo(() => location)
    const message = await failure(fetchFrom(site.url))
    if (!location.includes('nip')) expect(message).toMatch(/not public|nowhere/)
    expect(site.requests).toHaveLength(1)
  })

  it('to this machine are not followed by a service that is public', async () => {
    expect(await failure(fetchFrom(site.url, {}, { env: PUBLIC }))).toContain('not public')
    expect(site.requests).toEqual([])
  })

  it('take a token to no other origin', async () => {
    site.answer = redirectTo(({ url }) => (url === '/' ? '/again' : `${other.url}/list`))
    await fetchFrom(`${site.url}/`, { Authorization: 'Token hidden', 'If-None-Match': '"1"' })
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Token hidden',
      'Token hidden',
    ])
    expect(other.requests).toHaveLength(1)
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain('hidden')
    // It comes back.
    site.answer = redirectTo(({ url }) => (url === '/' ? `${other.url}/back` : undefined))
    other.answer = redirectTo(() => `${site.url}/end`)
    expect(await fetchFrom(`${site.url}/`)).toMatchObject({ status: 200 })
  })

  it('without a place, and in a circle, end', async () => {
    site.answer = (_, response) => response.writeHead(302).end()
    expect(await failure(fetchFrom(site.url))).toBe('The link is redirected to nowhere.')
    site.answer = redirectTo(() => '/list-of-tom')
    expect(await failure(fetchFrom(site.url))).toBe('The link is redirected more than 5 times.')
  })
})

const TOO_SLOW = 'The other side has not answered within 10 seconds.'
const TOO_LARGE = 'The list is larger than 8 MiB. Nothing was changed.'

describe('an answer', () => {
  it.each<[string, RequestListener]>([
    ['never comes', () => undefined],
    ['stops in its middle', (_, response) => response.writeHead(200).write('Name\n')],
    [
      'comes a byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write('a'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('that %s ends at the deadline', async (_, answer) => {
    site.answer = answer
    expect(await failure(fetchFrom(site.url, {}, { ms: 300 }))).toBe(TOO_SLOW)
  })

  it('that breaks off is no list', async () => {
    site.answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('Name\nAna\n')
      setImmediate(() => response.destroy())
    }
    expect(await failure(fetchFrom(site.url))).toBe('The other side cannot be reached.')
  })

  it('has at most 8 MiB, said or not, packed or not, and an endless one is not read on', async () => {
    const whole = new Uint8Array(8 * MIB).fill(0x61)
    site.answer = (_, response) => response.end(whole)
    expect((await fetchFrom(site.url)).bytes).toHaveLength(8 * MIB)
    site.answer = (_, response) => response.end(new Uint8Array(8 * MIB + 1))
    expect(await failure(fetchFrom(site.url))).toBe(TOO_LARGE)
    site.answer = (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end(gzipSync(new Uint8Array(64 * MIB)))
    }
    expect(await failure(fetchFrom(site.url))).toBe(TOO_LARGE)
    let sent = 0
    const closed = new Promise<void>((resolve) => {
      site.answer = (_, response) => {
        const part = new Uint8Array(MIB)
        const pour = () => {
          sent += 1
          if (!response.destroyed) response.write(part, () => setImmediate(pour))
        }
        response.on('close', resolve)
        pour()
      }
    })
    expect(await failure(fetchFrom(site.url))).toBe(TOO_LARGE)
    await closed
    expect(sent).toBeLessThan(40)
  })
})

const SOURCE = {
  ...{ sessionId: crypto.randomUUID(), settings: {}, secret: null, columns: {}, ticketTypeName: null },
  cursor: null as string | null,
}

const readFrom = (url: string, more: object = {}) =>
  readLink(
    {
      fetch: fetchUntil(ENV, { left: 30 })(Date.now() + 10_000),
      now: Date.now,
      deadline: Date.now() + 10_000,
    },
    { ...SOURCE, url, ...more },
  )

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const workbookOf = (sheet: Uint8Array) =>
  zipSync({
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Guests" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': sheet,
  })

describe('a link', () => {
  it('to a workbook that unpacks to hundreds of megabytes is refused', async () => {
    const bomb = workbookOf(new Uint8Array(200 * MIB).fill(0x20))
    expect(bomb.length).toBeLessThan(MIB)
    site.answer = (_, response) => response.end(bomb)
    const before = process.memoryUsage().arrayBuffers
    expect(await failure(readFrom(`${site.url}/list.xlsx`))).toContain('too large')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * MIB)
    // Sizes that lie, and no workbook at all.
    const liar = Uint8Array.from(bomb)
    const view = new DataView(liar.buffer)
    for (let at = 0; at + 46 < liar.length; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true)
    }
    site.answer = (_, response) => response.end(liar)
    expect(await failure(readFrom(`${site.url}/list.xlsx`))).not.toBe('')
    site.answer = (_, response) => response.end(zipSync({ 'a.txt': strToU8('Ana') }))
    expect(await failure(readFrom(`${site.url}/list.xlsx`))).not.toBe('')
    site.answer = (_, response) => response.end(bomb.subarray(0, 200))
    expect(await failure(readFrom(`${site.url}/list.xlsx`))).not.toBe('')
  })

  it.each([
    ['text/html; charset=utf-8', '<p>Sign in'],
    ['text/csv', '\ufeff\n <!DOCTYPE html><title>Sign in</title>'],
    ['text/plain', '<html lang="en"><body>Name,E-mail</body></html>'],
    ['application/octet-stream', '<!-- page --><html>'],
    ['application/octet-stream', '<?xml version="1.0"?><!DOCTYPE html><html></html>'],
  ])('to a web page says so (%s, %s)', async (type, body) => {
    site.answer = (_, response) => response.writeHead(200, { 'Content-Type': type }).end(body)
    expect(await failure(readFrom(site.url))).toBe(
      'The link leads to a web page. Share the sheet with everybody who has the link.',
    )
  })

  it.each([
    'attachment; filename="list.txt"',
    "attachment; filename*=UTF-8''G%C3%A4ste.txt",
    "attachment; filename*=utf-8'de'list.txt; filename=list.csv",
  ])('to a list with a guest a line is read as one by its name (%s)', async (disposition) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Disposition': disposition }
    site.answer = (_, response) => response.writeHead(200, headers).end('Ana +2\nBo')
    expect(await readFrom(site.url)).toMatchObject({
      rows: [{ fields: { attendeeName: 'Ana', plusOnes: '2' } }, { fields: { attendeeName: 'Bo' } }],
    })
  })

  it('to a table that is called a page is read', async () => {
    site.answer = (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('Name,E-mail\nAna <3,ana@example.com')
    expect(await readFrom(site.url)).toMatchObject({ rows: [{ fields: { attendeeName: 'Ana <3' } }] })
  })

  it.each([401, 403, 404, 410, 429, 500, 503, 204, 206, 304])(
    'that answers %i changes nothing',
    async (status) => {
      site.answer = (_, response) => response.writeHead(status, { 'Retry-After': '120' }).end()
      expect(await failure(readFrom(site.url))).not.toBe('')
    },
  )

  it('with more than 20,000 rows changes nothing', async () => {
    const rows = (count: number) =>
      `Number,Name\n${Array.from({ length: count }, (_, index) => `N${index},Guest ${index}`).join('\n')}`
    const readAll = async (count: number) => {
      site.answer = (_, response) => response.end(rows(count))
      const read = await readFrom(`${site.url}/list.csv`)
      if (isUnchanged(read)) throw new Error('Nothing was read.')
      const { sessionId } = SOURCE
      return toListRows(read, { sessionId, match: 'number', ticketTypeName: null })
    }
    expect((await readAll(20_000)).rows).toHaveLength(20_000)
    expect(await failure(readAll(20_001))).toBe('The list has more than 20,000 rows. Nothing was changed.')
    site.answer = (_, response) => response.end('\n,'.repeat(4 * MIB))
    await failure(readFrom(`${site.url}/list.csv`))
    site.answer = (_, response) => response.end(`Name\n${'a'.repeat(2 * MIB)}`)
    expect(await failure(readFrom(`${site.url}/list.csv`))).toBe('A line of the list is too long.')
  })

  it('is asked with what the last answer said, and is unchanged by a 304 or the same bytes', async () => {
    const tag = createHash('sha256').update('1').digest('hex')
    site.answer = ({ headers }, response) => {
      if (headers['if-none-match'] === `"${tag}"`) response.writeHead(304).end()
      else
        response
          .writeHead(200, { ETag: `"${tag}"`, 'Last-Modified': 'Fri, 12 Jun 2026 18:00:00 GMT' })
          .end('Name\nAna')
    }
    const read = await readFrom(`${site.url}/list.csv`)
    if (isUnchanged(read)) throw new Error('Nothing was read.')
    const { cursor } = read
    expect(await readFrom(`${site.url}/list.csv`, { cursor })).toBe('unchanged')
    expect(site.requests[1]?.headers).toMatchObject({
      'if-none-match': `"${tag}"`,
      'if-modified-since': 'Fri, 12 Jun 2026 18:00:00 GMT',
    })
    // The same bytes under another tag, which counts from now on.
    site.answer = (_, response) => response.writeHead(200, { ETag: '"2"' }).end('Name\nAna')
    const again = await readFrom(`${site.url}/list.csv`, { cursor })
    expect(again).toMatchObject({ unchanged: true, cursor: expect.stringContaining('\\"2\\"') })
    site.answer = (_, response) => response.writeHead(200, { ETag: `"${tag}"` }).end('Name\nAna\nBo')
    expect(await readFrom(`${site.url}/list.csv`, { cursor })).toMatchObject({ rows: [{}, {}] })
  })
})

const FILE = { ETag: '"a tag"', 'Last-Modified': 'Fri, 12 Jun 2026 18:00:00 GMT' }

describe('a link that is redirected', () => {
  const asked = ({ requests }: Site) => requests.map(({ headers }) => headers['if-none-match'])

  it('is asked at its end with what that has answered', async () => {
    site.answer = redirectTo(() => `${other.url}/list.csv`)
    other.answer = ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === FILE.ETag
      response.writeHead(isKnown ? 304 : 200, FILE).end(isKnown ? undefined : 'Name\nAna')
    }
    const read = await readFrom(site.url)
    if (isUnchanged(read)) throw new Error('Nothing was read.')
    expect(await readFrom(site.url, { cursor: read.cursor })).toBe('unchanged')
    expect(asked(site)).toEqual([undefined, undefined])
    expect(asked(other)).toEqual([undefined, FILE.ETag])

    // It leads to another list, which is older and has the same tag.
    site.answer = redirectTo(({ url }) => (url === '/' ? '/older.csv' : undefined))
    expect(await readFrom(site.url, { cursor: read.cursor })).toMatchObject({ unchanged: true })
    expect(site.requests.at(-1)?.headers['if-modified-since']).toBeUndefined()
  })

  it.each([
    ['0 seconds', 0, undefined],
    ['1 second', 1_000, undefined],
    ['2 seconds', 2_000, FILE.ETag],
  ])('is not asked with a time of its last second: %s', async (_, ageMs, expected) => {
    const date = new Date(Date.parse(FILE['Last-Modified']) + ageMs).toUTCString()
    site.answer = (_request, response) => response.writeHead(200, { ...FILE, Date: date }).end('Name\nAna')
    const read = await readFrom(site.url)
    if (isUnchanged(read)) throw new Error('Nothing was read.')
    await readFrom(site.url, { cursor: read.cursor })
    expect(asked(site)).toEqual([undefined, expected])
  })
})

describe('the address of a source', () => {
  it.each([
    'http://example.com/list.csv',
    'https://127.0.0.1/list.csv',
    'https://10.1.2.3/list.csv',
    'https://0x7f000001/list.csv',
    'https://localhost/list.csv',
    'https://router/list.csv',
    'https://doorlist.example.com/api',
    'ftp://example.com/list.csv',
    'list.csv',
  ])('is not %s', (url) => {
    expect(() => requireSourceUrl(PUBLIC, url, 'https://list.example.com/api')).toThrow()
  })

  it('may have the fragment of a shared sheet', () => {
    const url = 'https://docs.google.com/spreadsheets/d/1a2b3c/edit#gid=7'
    expect(() => requireSourceUrl(PUBLIC, url, 'https://list.example.com/api')).not.toThrow()
  })
})
