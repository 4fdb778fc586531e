// Creates, changes or deletes one resource in a dialog, such as an event, a venue or a ticket.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { Controls } from './control.tsx'
import type { Draft } from './draft.ts'
import { useEdit } from './use-edit.ts'

type Props<Made> = Parameters<typeof useEdit<Made>>[0] & {
  title: string
  /** What the button says that it does. */
  action: string
  /** What the button that closes says. */
  dismissal?: string
  onClose: () => void
  /** Offers to delete it, and says what that means. */
  deletion?: { text: string; onDeleted: () => unknown }
  /** Stands below the fields. `saved` is what the service has, as far as the form knows. */
  children?: (draft: Draft, saved: Draft) => ComponentChildren
}

export const FormDialog = <Made,>({
  title,
  action,
  dismissal = texts.cancel,
  onClose,
  deletion,
  children,
  ...options
}: Props<Made>) => {
  const edit = useEdit(options)
  const { draft, errors, failure, conflict, isBusy } = edit
  const isDeleting = useSignal(false)
  const remove = async (): Promise<void> => {
    if (await edit.remove()) await deletion?.onDeleted()
    else if (conflict.value !== undefined) isDeleting.value = false
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      mayClose={() => !edit.isDirty.value || confirm(texts.leaveUnsaved)}
    >
      {isDeleting.value && deletion !== undefined ? (
        <Confirm
          text={deletion.text}
          action={texts.delete}
          isBusy={isBusy.value}
          onConfirm={remove}
          onCancel={() => (isDeleting.value = false)}
        />
      ) : (
        <Form onSubmit={edit.save}>
          <Controls fields={options.fields} draft={draft.value} errors={errors.value} onInput={edit.change} />
          {children?.(draft.value, conflict.value?.draft ?? edit.base.value.draft)}
          <ConflictNotice edit={edit} fields={options.fields} />
          <div class="buttons foot">
            <Button
              look="primary"
              type="submit"
              text={isBusy.value ? texts.saving : action}
              isBusy={isBusy.value}
              isDisabled={conflict.value !== undefined}
            />
            <Button text={dismissal} onClick={onClose} />
            {deletion !== undefined && (
              <Button look="danger far" text={texts.delete} onClick={() => (isDeleting.value = true)} />
            )}
          </div>
        </Form>
      )}
      {failure.value !== undefined && <Failure {...failure.value} />}
    </Dialog>
  )
}
