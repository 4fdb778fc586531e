// The forms of a webhook.
import type { Schemas } from '../../../shared/schemas.ts'
import type { FieldOf } from '../../forms/control.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { texts as shared } from '../../texts.ts'
import { texts } from '../../texts-webhooks.ts'
import { textOptions } from '../../ui/select.tsx'

type Webhook = Schemas['Webhook']
type FeedType = Schemas['FeedEvent']['type']

/** What most programs want. Finer choices are for those who use the API. */
const TYPES: Record<'all' | 'door' | 'tickets', FeedType[] | null> = {
  all: null,
  door: [
    ...(['ticket.checked_in', 'ticket.re_entered', 'ticket.left', 'ticket.admitted_twice'] as const),
    'check_in.undone',
    'area.full',
  ],
  tickets: [
    ...(['ticket.created', 'ticket.changed', 'ticket.voided', 'ticket.refunded'] as const),
    ...(['import.applied', 'import.reverted'] as const),
  ],
}

const CHOICES = ['all', 'door', 'tickets'] as const
type Choice = (typeof CHOICES)[number] | 'same'

const key = (types: readonly FeedType[] | null): string => JSON.stringify(types?.toSorted() ?? null)

const choiceOf = ({ types }: Webhook): Choice =>
  CHOICES.find((choice) => key(TYPES[choice]) === key(types)) ?? 'same'

const fieldsWith = (choices: readonly Choice[]): FieldOf[] => [
  { name: 'url', label: texts.url, hint: texts.urlHint, missing: texts.urlMissing },
  { name: 'description', label: texts.description },
  { name: 'types', label: texts.types, options: textOptions(choices, texts.typesOf) },
]

const typesOf = (choice: string | undefined) =>
  choice === 'same' ? {} : { types: TYPES[choice as keyof typeof TYPES] }

type Props<Saved> = { path: string; onClose: () => void; onSaved: (saved: Saved) => unknown }

export const NewWebhook = ({ path, onClose, onSaved }: Props<Schemas['WebhookWithSecret']>) => (
  <FormDialog<Schemas['WebhookWithSecret']>
    title={texts.add}
    action={texts.add}
    fields={fieldsWith(CHOICES)}
    initial={{ url: '', description: '', types: 'all' }}
    target={{ method: 'POST', path }}
    toBody={({ url, description, types }, id) => ({
      ...{ id, url, description: description || null },
      ...typesOf(types),
    })}
    onClose={onClose}
    onSaved={onSaved}
  />
)

export const EditWebhook = ({ path, webhook, onClose, onSaved }: Props<Webhook> & { webhook: Webhook }) => {
  const { url, description } = webhook
  const choice = choiceOf(webhook)
  return (
    <FormDialog<Webhook>
      title={texts.edit}
      action={shared.save}
      fields={fieldsWith(choice === 'same' ? [...CHOICES, 'same'] : CHOICES)}
      initial={{ url, description: description ?? '', types: choice }}
      target={{ method: 'PATCH', path }}
      toBody={({ types, description, ...changed }) => ({
        ...changed,
        ...(description !== undefined && { description: description || null }),
        ...(types !== undefined && typesOf(types)),
      })}
      deletion={{ text: texts.confirmDelete(url), onDeleted: () => onSaved(webhook) }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
