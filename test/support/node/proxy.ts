// A proxy in front of the service, for tests in which a file has another version or there is no network.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy. It adds `suffix()` to the file at `path`, if there is one. */
export const startProxy = async (api: string, path?: string, suffix = () => '') => {
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
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Starts the proxy again at its address. */
    start: () => listen(port),
    stop: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
