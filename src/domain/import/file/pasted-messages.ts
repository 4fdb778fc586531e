// What messengers and mail programs put around what people wrote.

import { HAS_CONTENT, HAS_LETTER, INVISIBLE } from './pasted-text.ts'
import { MAIL_DATE, MAIL_HEADER, MAIL_SUBJECT, OF_MAIL, SENT_AT } from './pasted-words.ts'

const LEFT_TO_RIGHT = '\u200E'

const TIME = '\\p{Nd}{1,2}[:.]\\p{Nd}{2}(?:[:.]\\p{Nd}{2})?'
/** `PM`, `p. m.` */
const HALF = '(?:\\s?[AaPp]\\.?\\s?[Mm]\\.?)?'
const DATE = '\\p{Nd}{1,4}[./-]\\s?\\p{Nd}{1,2}[./-]\\s?(?:\\p{Nd}{1,4}\\.?)?'
/** `[27.11.26, 19:30:11] `, in any order and with any words for the half of the day. */
const BRACKETED = new RegExp(`^\\[(?=[^\\]]*${TIME})[^\\[\\]]{4,40}\\]\\s*(.*)$`, 'u')
/** `27.11.26, 19:30 - `, as exported chats have it. */
const EXPORTED = new RegExp(
  `^${DATE}[,،]?\\s(?:\\p{L}{1,3}\\s)?[^-–]{0,10}?${TIME}[^-–]{0,10}?\\s[-–]\\s(.*)$`,
  'u',
)
/** `2026-11-27 19:30:11 Tom: `, of other programs, and a time alone. */
const STAMPED = new RegExp(`^(?:${DATE}[,T]?\\s?${TIME}${HALF}:?|${TIME}\\s[-–])\\s+(\\S.*)$`, 'u')
/** `Tom (19:30): ` */
const SENT_IN_BRACKETS = new RegExp(
  `^[^:：()]{1,80}\\s\\((?:(?:${DATE}|${SENT_AT}),?\\s)?${TIME}${HALF}\\):\\s(.*)$`,
  'iu',
)
/** The sender, and what they wrote. */
const SENT = /^([^:：]{1,80})[:：](?:\s(.*))?$/u
/** `7:30 PM`, below who sent it. */
const SENT_ALONE = new RegExp(`^\\[?(?:${DATE}[,\\s]\\s?)?${TIME}${HALF}\\]?$`, 'u')
/** `Tom, [27.11.26 19:30]`, `Tom  7:30 PM` or `Tom — Today at 7:30 PM`: the message is below. */
const SENDERS = [
  SENT_ALONE,
  new RegExp(`^.{1,80}?(?:,\\s?|\\s{2,})\\[(?=[^\\]]*${TIME})[^\\[\\]]{4,40}\\]:?$`, 'u'),
  new RegExp(`^.{1,80}?\\s{2,}${TIME}${HALF}$`, 'u'),
  new RegExp(`^.{1,80}? — (?:${SENT_AT}|\\p{Nd}{1,4}[./-]\\p{Nd}).{0,20}${TIME}.{0,5}$`, 'iu'),
  new RegExp(`^.{1,80}? · (?:${TIME}${HALF}|\\p{Nd}{1,2}\\s?(?:m|min|h|d|w))$`, 'u'),
]
/** What a messenger adds to a message, such as `<Media omitted>`. */
const ADDED = /\s*<[^<>@]{1,80}>$/
const EDITED =
  /\s?\((?:edited|bearbeitet|modifié|editado|modificato|edytowan[eoy]|bewerkt|redigera[dt]|redigeret|redigert)\)$/iu

/** A line as people see it, and what somebody wrote in it; undefined if nothing is left. */
type Message = {
  line: string
  text: string | undefined
  /** Whether a guest may have what was before the text. */
  isUnsure: boolean
}

/** The text of a line, without what a messenger put before it. */
export const messageIn = (raw: string): Message => {
  const visible = raw.replace(INVISIBLE, '').replace(/[^\S\t]/gu, ' ')
  const line = visible.trim()
  const isOutside =
    (SENDERS.some((pattern) => pattern.test(line)) && !/@/.test(line)) ||
    OF_MAIL.some((pattern) => pattern.test(line)) ||
    /^<[^<>@]{1,80}>$/.test(line)
  if (isOutside) return { line, text: undefined, isUnsure: false }
  const textOf = (text: string) => (HAS_CONTENT.test(text) ? text : undefined)
  const [, sentText] = SENT_IN_BRACKETS.exec(line) ?? []
  if (sentText !== undefined) return { line, text: textOf(sentText), isUnsure: true }
  const exported = EXPORTED.exec(line)
  const stamped = BRACKETED.exec(line) ?? exported ?? STAMPED.exec(line)
  if (stamped === null) return { line, text: visible.trimEnd().replace(EDITED, ''), isUnsure: false }
  const isExported = exported !== null && !line.startsWith('[')
  const sent = SENT.exec(stamped[1] ?? '')
  // Messengers write themselves without a sender, or with a mark before the text.
  const isTheirs = raw.includes(`: ${LEFT_TO_RIGHT}`) || (sent === null && isExported)
  const text = (sent === null ? (stamped[1] ?? '') : (sent[2] ?? '')).replace(ADDED, '').replace(EDITED, '')
  return { line, text: isTheirs ? undefined : textOf(text), isUnsure: sent === null }
}

/** Whether a line is a time alone, below who sent what follows. */
export const isTimeAlone = (line: string): boolean => SENT_ALONE.test(line)

/** The lines above a mail, with who sent it and when, or what it is about. */
const mailLines = (lines: readonly string[]): ReadonlySet<number> => {
  const found = [...lines.keys()].filter((index) => MAIL_HEADER.test(lines[index] ?? ''))
  const isBeside = (index: number) => found.includes(index - 1) || found.includes(index + 1)
  const isMail = lines.some((line) => MAIL_SUBJECT.test(line) || MAIL_DATE.test(line))
  return new Set(isMail ? found.filter(isBeside) : [])
}

/**
 * `[27.11.26 19:30] Tom Hill`, above what they wrote. Without a date it is one only as the first line, since
 * guests may have times.
 */
const senderLines = (lines: readonly string[]): ReadonlySet<number> => {
  const filled = [...lines.entries()].filter(([, line]) => line.trim() !== '')
  const stamped = filled.flatMap(([index, line], at) => {
    const [whole, name = ''] = BRACKETED.exec(line.trim()) ?? []
    const isName = HAS_LETTER.test(name) && !/[:：]/u.test(name)
    return whole !== undefined && isName ? [{ index, at, stamp: whole.slice(0, -name.length) }] : []
  })
  const isAbove = ({ at }: { at: number }) =>
    filled[at + 1] !== undefined && !stamped.some((other) => other.at === at + 1)
  // A time has up to three numbers.
  const isDated = ({ stamp }: { stamp: string }) =>
    /\p{L}{3}/u.test(stamp) || (stamp.match(/\p{Nd}+/gu) ?? []).length > 3
  const isOnly = stamped.length === 1 && stamped[0]?.at === 0
  return new Set(
    stamped.every((one) => isAbove(one) && (isOnly || isDated(one))) ? stamped.map(({ index }) => index) : [],
  )
}

/** Who signs has few lines. */
const MAX_SIGNATURE_LINES = 6
const CONTACT = /^(?:https?:\/\/|www\.)\S+$|^(?:\p{L}{1,8}[.:]*\s?)?\+?[\p{Nd}\s()./-]{7,}$/iu

/** The lines below `--` if they say how to reach somebody, and where they begin. */
const signatureLines = (lines: readonly string[]): { out: ReadonlySet<number>; end: number | undefined } => {
  const ends = [...lines.keys()].filter((index) => /^\*{0,2}--\s*\*{0,2}$/.test(lines[index] ?? ''))
  const [end = 0] = ends
  const answered = lines.findIndex(
    (line, index) =>
      index > end && (/^\s*>/.test(line) || OF_MAIL.some((pattern) => pattern.test(line.trim()))),
  )
  const below = [...lines.keys()].filter(
    (index) => index > end && (answered === -1 || index < answered) && lines[index]?.trim() !== '',
  )
  if (ends.length !== 1 || below.length > MAX_SIGNATURE_LINES) return { out: new Set(), end: undefined }
  const texts = below.map((index) => (lines[index] ?? '').trim())
  const isSignature =
    texts.some((text) => CONTACT.test(text)) &&
    !texts.some((text) => /^[-*•]\s|\s[(+]+\s?\p{Nd}{1,2}\)?$|:$/u.test(text))
  return { out: new Set(isSignature ? below : []), end }
}

/** Heads of mails, senders and who signs. `end`: below this line there may be who signs. */
export const linesAround = (
  lines: readonly string[],
): { around: ReadonlySet<number>; end: number | undefined } => {
  const { out, end } = signatureLines(lines)
  return { around: new Set([...mailLines(lines), ...senderLines(lines), ...out]), end }
}
