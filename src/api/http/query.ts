// The only parser of query strings.
import { AppError } from '../../errors.ts'

/** Longer names are cut in messages. */
const MAX_NAME_CHARACTERS = 100

/** Throws a `URIError` unless `text` is percent-encoded UTF-8. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** The decoded name in a `name=value` pair, or the raw one if it cannot be decoded. */
const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] as string
  try {
    return decode(name).slice(0, MAX_NAME_CHARACTERS)
  } catch {
    return name.slice(0, MAX_NAME_CHARACTERS)
  }
}

/**
 * Parses the query of a URL as `application/x-www-form-urlencoded` (URL standard, section 5.1), but strictly:
 * lenient parsers replace a malformed escape with other text, each in its own way.
 *
 * @throws AppError `invalid_request` that names the parameter with an escape that is malformed or not UTF-8
 */
export const parseQuery = (url: string): URLSearchParams => {
  const { search, searchParams } = new URL(url)
  for (const pair of search.slice(1).split('&')) {
    try {
      decode(pair)
    } catch (cause) {
      throw new AppError('invalid_request', {
        message: `${nameOf(pair)}: must be percent-encoded UTF-8.`,
        cause,
      })
    }
  }
  return searchParams
}
