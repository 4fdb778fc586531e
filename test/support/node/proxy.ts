// A proxy in front of `npm run dev`, for tests in which the service has another version of a file.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that adds `suffix()` to the file at `path`. */
export const startProxy = async (api: string, path: string, suffix: () => string) => {
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming
    // The suffix is not compressed, so the file must not be.
    const { 'accept-encoding': _encoding, ...headers } = incoming.headers
    const forwarded = request(`${api}${url}`, { method, headers }, (response) => {
      const { 'content-length': _length, etag: _etag, ...rest } = response.headers
      const isChanged = url === path
      outgoing.writeHead(response.statusCode ?? 502, isChanged ? rest : response.headers)
      response.pipe(outgoing, { end: !isChanged })
      if (isChanged) response.once('end', () => outgoing.end(suffix()))
    })
    forwarded.once('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
