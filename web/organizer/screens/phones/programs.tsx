// Programs of an organizer, such as a shop. Their secret is shown once.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import { eventName, eventOptions } from '../../data/own-events.ts'
import { usePaged } from '../../data/paged-list.ts'
import type { EventItem } from '../../data/types.ts'
import { FieldErrors, ThingForm } from '../../forms/thing-form.tsx'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { ActionTable, RowButton } from '../../ui/action-table.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sure } from '../../ui/sure.tsx'

type Program = Schemas['Program']
type ProgramWithSecret = Schemas['ProgramWithSecret']

const Secret = ({ program, onClose }: { program: ProgramWithSecret; onClose: () => void }) => (
  <Dialog title={program.name} onClose={onClose}>
    <p>{texts.secretHelp}</p>
    <Copied label={texts.clientId} value={program.clientId} />
    <Copied label={texts.clientSecret} value={program.clientSecret} />
    <div class="buttons">
      <button type="button" class="button primary" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  </Dialog>
)

export const Programs = ({
  path,
  events,
  canAdd,
}: {
  path: string
  events: readonly EventItem[]
  canAdd: boolean
}) => {
  const programs = usePaged<Program>(`${path}/programs?pageSize=100`)
  const { failed, send } = useSend()
  const open = useSignal<'add' | ProgramWithSecret | undefined>(undefined)
  const ending = useSignal<Program | undefined>(undefined)
  const gone = ending.value
  const close = (): void => {
    open.value = undefined
  }
  const end = async ({ id }: Program): Promise<void> => {
    ending.value = undefined
    await send('DELETE', `${path}/programs/${id}`)
    await programs.reload()
  }
  return (
    <section class="card stack" aria-labelledby="programs">
      <h2 id="programs">{texts.programs}</h2>
      <p class="soft">{texts.programsHelp}</p>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <Sure
          text={texts.sureProgram(gone.name)}
          action={texts.end}
          onSure={() => end(gone)}
          onCancel={() => (ending.value = undefined)}
        />
      )}
      <PagedList list={programs} empty={<p class="soft">{texts.noPrograms}</p>}>
        {(items) => (
          <ActionTable
            label={texts.programs}
            columns={[texts.name, texts.role, texts.event]}
            actions={texts.end}
          >
            {items.map((program) => (
              <tr key={program.id}>
                <th scope="row">
                  <bdi>{program.name}</bdi>
                </th>
                <td>{texts.roles[program.role]}</td>
                <td>
                  <bdi>{eventName(events, program.eventId)}</bdi>
                </td>
                <td>
                  <RowButton text={texts.end} name={program.name} onClick={() => (ending.value = program)} />
                </td>
              </tr>
            ))}
          </ActionTable>
        )}
      </PagedList>
      {canAdd && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => (open.value = 'add')}>
            {texts.addProgram}
          </button>
        </div>
      )}
      {open.value === 'add' && (
        <ThingForm<ProgramWithSecret>
          title={texts.addProgram}
          fields={[
            { name: 'name', label: texts.name },
            {
              name: 'role',
              label: texts.role,
              options: (['manager', 'staff'] as const).map((role) => ({
                value: role,
                text: texts.roles[role],
              })),
            },
            { name: 'eventId', label: texts.event, hint: texts.onlyStaff, options: eventOptions(events) },
          ]}
          initial={{ name: '', role: 'manager', eventId: '' }}
          target={{ method: 'POST', path: `${path}/programs` }}
          toBody={({ name, role, eventId }) =>
            name?.trim()
              ? { name: name.trim(), role, eventId: role === 'staff' ? eventId || null : null }
              : new FieldErrors({ name: texts.nameMissing })
          }
          onClose={close}
          onSaved={async (program) => {
            open.value = program
            await programs.reload()
          }}
        />
      )}
      {typeof open.value === 'object' && <Secret program={open.value} onClose={close} />}
    </section>
  )
}
