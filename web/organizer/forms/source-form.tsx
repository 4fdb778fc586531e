// The form of a source: where its list is, and what becomes of it.
import type { Schemas } from '../../shared/schemas.ts'
import { pathOfSource, type Source, sourcesOf } from '../data/sources.ts'
import { texts as shared } from '../texts.ts'
import { texts } from '../texts-sources.ts'
import { textOptions } from '../ui/select.tsx'
import { type FieldOf, NAME } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'

type Kind = Source['kind']
type Shop = Exclude<Kind, 'Link'>

const KINDS = ['Link', 'Pretix', 'Eventbrite'] as const

const isOf =
  (...kinds: readonly Kind[]) =>
  ({ kind }: Draft): boolean =>
    (kinds as readonly string[]).includes(kind ?? '')

const KIND: FieldOf = { name: 'kind', label: texts.kind, options: textOptions(KINDS, texts.kinds) }

const ofShop = (shop: Shop, isNew: boolean): FieldOf[] => [
  { name: 'event', label: texts.event, hint: texts.eventHints[shop], missing: texts.eventMissing },
  ...(shop === 'Pretix' ? [{ name: 'subevent', label: texts.subevent, hint: texts.subeventHint }] : []),
  {
    ...{ name: 'secret', label: texts.token },
    ...(isNew
      ? { hint: texts.tokenHints[shop], missing: texts.tokenMissing }
      : { hint: `${texts.tokenHints[shop]} ${texts.tokenKept}` }),
  },
  { name: 'url', label: texts.shopUrl, hint: texts.shopUrlHints[shop] },
]

const shownFor = (kind: Kind, fields: readonly FieldOf[]): FieldOf[] =>
  fields.map((field) => ({ ...field, isShown: isOf(kind) }))

const fieldsOf = (isNew: boolean): FieldOf[] => [
  NAME,
  ...(isNew ? [KIND] : []),
  ...shownFor('Link', [
    { name: 'url', label: texts.link, hint: texts.linkHint, missing: texts.linkMissing },
    { name: 'sheets', label: texts.sheets, hint: texts.sheetsHint, kind: 'prose' },
  ]),
  ...shownFor('Pretix', [
    {
      name: 'organizer',
      label: texts.organizer,
      hint: texts.organizerHint,
      missing: texts.organizerMissing,
    },
    ...ofShop('Pretix', isNew),
  ]),
  ...shownFor('Eventbrite', ofShop('Eventbrite', isNew)),
  { name: 'ticketTypeName', label: texts.type, hint: texts.typeHint },
  { name: 'everyMinutes', label: texts.every, kind: 'number' },
  {
    name: 'missing',
    label: texts.missing,
    options: textOptions(['keep', 'void'] as const, texts.missingOf),
  },
]

const NEW_FIELDS = fieldsOf(true)
const EDIT_FIELDS = fieldsOf(false)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const settingsOf = ({ kind, sheets = '', organizer, event, subevent }: Draft): Record<string, unknown> => {
  const names = linesOf(sheets)
  if (kind === 'Link') return names.length > 0 ? { sheets: names } : {}
  return kind === 'Pretix' ? { organizer, event, ...(subevent && { subevent }) } : { event }
}

const bodyOf = (draft: Draft) => ({
  name: draft.name,
  url: draft.url || null,
  settings: settingsOf(draft),
  ...(draft.kind !== 'Link' && draft.secret && { secret: draft.secret }),
  ticketTypeName: draft.ticketTypeName || null,
  everyMinutes: Number(draft.everyMinutes),
  missing: draft.missing,
})

const EMPTY: Draft = {
  ...{ name: '', kind: 'Link', url: '', sheets: '', organizer: '', event: '', subevent: '', secret: '' },
  ...{ ticketTypeName: '', everyMinutes: '5', missing: 'keep' },
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const draftOf = ({ settings, ...source }: Source): Draft => ({
  ...EMPTY,
  ...{ name: source.name, kind: source.kind, url: source.url ?? '' },
  sheets: Array.isArray(settings.sheets) ? settings.sheets.join('\n') : '',
  ...{ organizer: textOf(settings.organizer), event: textOf(settings.event) },
  subevent: textOf(settings.subevent),
  ticketTypeName: source.ticketTypeName ?? '',
  ...{ everyMinutes: String(source.everyMinutes), missing: source.missing },
})

const About = ({ kind }: Draft) => (kind === 'Link' ? <p class="notice warn">{texts.linkWarning}</p> : null)

type Props = { onClose: () => void; onSaved: (source: Source) => unknown }

/** It waits until somebody has seen its preview. */
export const NewSource = ({ sessionId, ...props }: Props & { sessionId: string }) => (
  <FormDialog<Schemas['Source']>
    title={texts.add}
    action={texts.continue}
    fields={NEW_FIELDS}
    initial={EMPTY}
    target={{ method: 'POST', path: sourcesOf(sessionId) }}
    toBody={(draft, id) => ({ id, kind: draft.kind, status: 'Stopped', ...bodyOf(draft) })}
    {...props}
  >
    {About}
  </FormDialog>
)

export const EditSource = ({ source, onSaved, ...props }: Props & { source: Source }) => (
  <FormDialog<Schemas['Source'] | undefined>
    title={texts.edit}
    action={shared.save}
    fields={EDIT_FIELDS}
    initial={draftOf(source)}
    target={{ method: 'PATCH', path: pathOfSource(source) }}
    toBody={bodyOf}
    onSaved={(saved) => onSaved(saved ?? source)}
    {...props}
  >
    {About}
  </FormDialog>
)
