// Links by which people share a sheet lead to a page that shows it. These are the links to the sheet itself.

const onGoogle = (url: URL, wantsSheets: boolean): string | undefined => {
  // It leads to a file already.
  if (/\/(export|gviz\/tq)$/.test(url.pathname) || url.searchParams.has('output')) return undefined
  const [, published, id] = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]+)/.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const gid = /[#&?]gid=(\d+)/.exec(url.hash)?.[1] ?? url.searchParams.get('gid')
  // A sheet by its number comes as CSV. A workbook comes whole, since the first of its sheets may be another.
  const isOne = gid !== null && /^\d+$/.test(gid) && !wantsSheets
  const [action, name] = published === undefined ? ['export', 'format'] : ['pub', 'output']
  const query = isOne
    ? `${name}=csv&gid=${gid}${published === undefined ? '' : '&single=true'}`
    : `${name}=xlsx`
  return `https://docs.google.com/spreadsheets/d/${published ?? ''}${id}/${action}?${query}`
}

const opened = ({ pathname, searchParams }: URL): string | null | undefined =>
  pathname === '/open' ? searchParams.get('id') : undefined

const onDrive = (url: URL): string | undefined => {
  const id = /^\/file\/d\/([\w-]+)/.exec(url.pathname)?.[1] ?? opened(url)
  return id == null ? undefined : `https://drive.google.com/uc?export=download&id=${id}`
}

const onDropbox = (url: URL): string => {
  const direct = new URL(url)
  direct.searchParams.delete('raw')
  direct.searchParams.set('dl', '1')
  return direct.href
}

/** Nextcloud runs under any name. */
const onNextcloud = (url: URL): string | undefined => {
  if (!/^(\/[\w.-]+)*\/s\/[A-Za-z0-9]{8,32}\/?$/.test(url.pathname)) return undefined
  const direct = new URL(url)
  direct.pathname = `${url.pathname.replace(/\/$/, '')}/download`
  return direct.href
}

/** The address to read, without a fragment. `wantsSheets`: sheets of a workbook are chosen by their names. */
export const toDownload = (link: string, wantsSheets = false): string => {
  const url = new URL(link)
  const host = url.hostname.replace(/\.$/, '')
  const direct =
    host === 'docs.google.com'
      ? onGoogle(url, wantsSheets)
      : host === 'drive.google.com'
        ? onDrive(url)
        : /^(www\.)?dropbox\.com$/.test(host)
          ? onDropbox(url)
          : onNextcloud(url)
  const plain = new URL(direct ?? link)
  plain.hash = ''
  return plain.href
}
