// Where webhooks may be sent: never inside.
import { expect, it } from 'vitest'
import { registrableDomain, urlProblem } from '../../src/domain/public-url.ts'

const problem = (url: string, ownHost = 'doorlist.your-domain.com') =>
  urlProblem(url, { allowsLoopback: false, ownHost })

it('lets a webhook be sent to an https URL with a public host name', () => {
  for (const url of [
    'https://hooks.shop.com/doorlist?key=1',
    'https://shop.co.uk:443/',
    'https://münchen-ticket.de/a b',
    'https://SHOP.com',
    'https://10.shop.com',
  ]) {
    expect(problem(url), url).toBeUndefined()
  }
})

it.each([
  ['no URL', ['', 'hooks.shop.com', 'https://', `https://shop.com/${'a'.repeat(2_000)}`]],
  [
    'another scheme',
    ['http://shop.com/', 'ftp://shop.com/', 'file:///etc/passwd', 'data:text/plain,a', 'javascript:1'],
  ],
  ['another port', ['https://shop.com:8443/', 'https://shop.com:22/', 'https://shop.com:80/']],
  [
    'an address in any form',
    [
      ...[
        'https://127.0.0.1/',
        'https://127.1/',
        'https://2130706433/',
        'https://0x7f.0.0.1/',
        'https://0177.0.0.1/',
      ],
      ...[
        'https://[::1]/',
        'https://[::ffff:127.0.0.1]/',
        'https://[fd00::1]/',
        'https://10.0.0.1/',
        'https://0/',
      ],
      ...[
        'https://169.254.169.254/latest/meta-data/',
        'https://①②⑦.0.0.1/',
        'https://127.0.0.1./',
        'https://8.8.8.8/',
      ],
    ],
  ],
  [
    'a name that is not public',
    [
      ...[
        'https://localhost/',
        'https://localhost./',
        'https://LOCALHOST/',
        'https://a.localhost/',
        'https://db/',
      ],
      ...[
        'https://printer.local/',
        'https://metadata.google.internal/',
        'https://router.home.arpa/',
        'https://a.test/',
      ],
      ...['https://nas.lan./', 'https://ｌocalhost/'],
    ],
  ],
  [
    'the domain of the service',
    [
      ...['https://doorlist.your-domain.com/', 'https://your-domain.com/', 'https://admin.your-domain.com/'],
      ...['https://DOORLIST.your-domain.com./x', 'https://a.b.your-domain.com/'],
    ],
  ],
  [
    'a name with a password',
    ['https://user:pass@shop.com/', 'https://shop.com@127.0.0.1/', 'https://user@shop.com/'],
  ],
  ['a fragment', ['https://shop.com/#a']],
])('refuses %s', (_, urls) => {
  for (const url of urls) expect(problem(url), url).toBeDefined()
})

it('knows a domain below a shared one', () => {
  const own = 'doorlist.club.workers.dev'
  expect(problem('https://other.club.workers.dev/', own)).toBeDefined()
  expect(problem('https://hooks.shop.workers.dev/', own)).toBeUndefined()
  expect(problem('https://shop.co.uk/', 'doorlist.club.co.uk')).toBeUndefined()
  expect(problem('https://www.club.co.uk/', 'doorlist.club.co.uk')).toBeDefined()
  expect(problem('https://hooks.club.com/', 'doorlist.club.com.')).toBeDefined()
  expect(problem('https://other.club.workers.dev./', `${own}.`)).toBeDefined()
  expect(['club.com', 'a.club.com', 'a.b.club.com.au', 'localhost'].map(registrableDomain)).toEqual([
    ...['club.com', 'club.com', 'club.com.au', 'localhost'],
  ])
})

it('lets the development server send to this machine, and to nothing else inside', () => {
  const local = (url: string) => urlProblem(url, { allowsLoopback: true, ownHost: '127.0.0.1' })
  for (const url of ['http://127.0.0.1:9000/a', 'http://localhost:9000', 'https://[::1]:9000/']) {
    expect(local(url), url).toBeUndefined()
  }
  for (const url of [
    'http://10.0.0.1:9000/',
    'http://shop.com/',
    'ftp://localhost/',
    'https://printer.local/',
  ]) {
    expect(local(url), url).toBeDefined()
  }
})
