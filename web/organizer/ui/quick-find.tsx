// A search over guests, sessions, events and pages, which opens over any screen.
import { useSignal } from '@preact/signals'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { type Found, findGuests, isEnough, NO_GUESTS, waitForTyping } from '../data/guest-search.ts'
import { type Result, read, useLoad } from '../data/load.ts'
import { readEvents, sessionsPath } from '../data/reads.ts'
import type { EventItem, Organizer, Page, Session } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { toEvent, toSeries, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { guestHit, type Hit, Hits } from './hits.tsx'
import { Failure } from './notices.tsx'
import { zoneMark } from './zone-note.tsx'

/** What is this long and without spaces may be the code of a ticket. */
const CODE = /^\S{12,}$/
const MAX_HITS = 6

const readGuests =
  (organizer: Organizer | undefined, q: string) =>
  async (signal?: AbortSignal): Promise<Result<Found>> => {
    if (organizer === undefined || !isEnough(q) || !(await waitForTyping(signal))) return NO_GUESTS
    const found = await findGuests(organizer.id, { q }, signal)
    return found.kind === 'ok' && found.body.data.length === 0 && CODE.test(q)
      ? findGuests(organizer.id, { q, by: 'code' }, signal)
      : found
  }

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The first hits with words that begin like those that were typed. */
const search = (hits: readonly Hit[], q: string): Hit[] => {
  const isHit = ({ text, details }: Hit): boolean => {
    const words = wordsOf([text, ...details].join(' '))
    return wordsOf(q).every((typed) => words.some((word) => word.startsWith(typed)))
  }
  return hits.filter(isHit).slice(0, MAX_HITS)
}

const eventHits = (events: readonly EventItem[]): Hit[] =>
  events.flatMap(({ id, name, series }) => [
    { href: toEvent(id), text: name, details: [] },
    ...series.map((one) => ({ href: toSeries(id, one.id), text: one.name, details: [name] })),
  ])

const sessionHit = (session: Session): Hit => {
  const { id, eventId, eventName, seriesName, timeZone, startsAt, venueName } = session
  return {
    href: toSession(eventId, id),
    text: seriesName ?? eventName,
    details: [
      timesIn(timeZone).dayTime(startsAt) + zoneMark(session),
      seriesName === null ? null : eventName,
      venueName,
    ],
  }
}

type Props = { pages: readonly Hit[]; organizer: Organizer | undefined; onClose: () => void }

export const QuickFind = ({ pages, organizer, onClose }: Props) => {
  const q = useSignal('')
  const events = useLoad(readEvents)
  const sessions = useLoad(read<Page<Session>>(sessionsPath({})))
  const guests = useLoad(readGuests(organizer, q.value), `${organizer?.id} ${q.value}`)
  const form = useRef<HTMLFormElement>(null)
  const links = () => [...(form.current?.querySelectorAll<HTMLAnchorElement>('.hits a') ?? [])]
  /** Whether the first hit is to be opened once there is one: a scanner ends its code with Enter. */
  const isEntered = useRef(false)
  const openFirst = (): void => {
    const [first] = isEntered.current ? links() : []
    if (first === undefined) return
    isEntered.current = false
    first.click()
  }
  useEffect(openFirst, [guests.ok.value])
  const moveFocus = (event: TargetedKeyboardEvent<HTMLFormElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [...(form.current?.querySelectorAll('input') ?? []), ...links()]
    const index = stops.indexOf(document.activeElement as HTMLInputElement)
    stops[Math.min(Math.max(index + step, 0), stops.length - 1)]?.focus()
  }
  const found = guests.ok.value?.body
  const groups = [
    { name: texts.sessions, hits: search((sessions.ok.value?.body.data ?? []).map(sessionHit), q.value) },
    {
      name: texts.events,
      hits: q.value === '' ? [] : search(eventHits(events.ok.value?.body.data ?? []), q.value),
    },
    { name: texts.pages, hits: search(pages, q.value) },
    {
      name: texts.guestSearch,
      hits: (found?.data ?? []).slice(0, MAX_HITS).map((ticket) => guestHit(ticket, zoneMark(ticket))),
    },
  ].filter(({ hits }) => hits.length > 0)
  return (
    <Dialog title={texts.quickFind} onClose={onClose}>
      <form
        ref={form}
        class="stack quick-find"
        onKeyDown={moveFocus}
        onSubmit={(event) => {
          event.preventDefault()
          isEntered.current = true
          openFirst()
        }}
      >
        <div class="buttons choices">
          <input
            type="search"
            class="input"
            aria-label={texts.quickFind}
            placeholder={texts.quickFindHint}
            autocomplete="off"
            spellcheck={false}
            maxLength={200}
            onInput={({ currentTarget }) => {
              isEntered.current = false
              q.value = currentTarget.value.trim()
            }}
          />
          <Button text={texts.close} onClick={onClose} />
        </div>
        {groups.map(({ name, hits }) => (
          <section key={name} aria-label={name}>
            <h3 class="soft small">{name}</h3>
            <Hits hits={hits} onFollow={onClose} />
          </section>
        ))}
        {guests.failed.value !== undefined && <Failure failed={guests.failed.value} />}
        <p role="status" class="soft small">
          {found === undefined ? texts.loading : groups.length === 0 ? texts.nothingFound : ''}
        </p>
      </form>
    </Dialog>
  )
}
