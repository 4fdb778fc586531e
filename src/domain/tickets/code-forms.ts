// What a scanned or typed text can mean as a code. The service and the door page try the same forms.

/** The part after the last `/`, `=` or `#`, as in a URL. */
export const endOf = (text: string): string => {
  const end = text.split(/[/=#]+/).findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}

/** alf.io encodes a UUID, a slash and a signature, but exports only the UUID. */
const ALF_IO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./

/**
 * Indico encodes `{"i":[2,host,id]}`, with the 16 bytes of the id in base64; older versions encode
 * `{"checkin_secret":id}`.
 */
const indicoIdIn = (text: string): string[] => {
  if (!text.startsWith('{')) return []
  try {
    const { i, checkin_secret: secret } = JSON.parse(text) as { i?: unknown[]; checkin_secret?: unknown }
    if (typeof secret === 'string') return [secret]
    const hex = [...atob(String(i?.[2]))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
    return [hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')]
  } catch {
    return []
  }
}

/** The form of our own codes: people type small letters, spaces and hyphens, and confuse O with 0. */
const normalize = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

const YZ: Record<string, string> = { y: 'z', z: 'y', Y: 'Z', Z: 'Y' }

/** What a scanner types that is set up for a German keyboard. */
const exchangeYZ = (text: string): string => text.replace(/[yz]/gi, (letter) => YZ[letter] as string)

/** At most as many forms has a text. */
export const MAX_FORMS = 16

/** The codes that a text may stand for, the likeliest first: at most {@link MAX_FORMS}. */
export const formsOf = (text: string): string[] => {
  const code = text.trim()
  const given = [code, endOf(code), ALF_IO.exec(code)?.[1] ?? '', ...indicoIdIn(code)]
  const forms = [...given, ...given.map(normalize)]
  return [...new Set([...forms, ...forms.map(exchangeYZ)])].filter((form) => form !== '')
}
