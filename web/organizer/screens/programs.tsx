// Programs of an organizer, such as a shop. Their secret is shown once.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import { eventName, useOwnEvents } from '../data/own-events.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { roleBody, roleFields } from '../forms/access-fields.ts'
import { NAME } from '../forms/control.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useSend } from '../forms/use-send.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Table } from '../ui/table.tsx'
import { defineScreen } from './screen.ts'

type Program = Schemas['Program']
type ProgramWithSecret = Schemas['ProgramWithSecret']

const Programs = ({ organizer }: { organizer: Organizer }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  const events = useOwnEvents(organizer)
  const canAdd = settings.value?.phones !== false
  const programs = usePaged<Program>(`${path}/programs?pageSize=100`)
  const { failed, send } = useSend()
  const open = useSignal<'add' | ProgramWithSecret | undefined>(undefined)
  const revoking = useSignal<Program | undefined>(undefined)
  const gone = revoking.value
  const close = (): void => {
    open.value = undefined
  }
  const revoke = async ({ id }: Program): Promise<void> => {
    revoking.value = undefined
    await send('DELETE', `${path}/programs/${id}`)
    await programs.reload()
  }
  return (
    <section class="card stack" aria-labelledby="programs">
      <h2 id="programs">{texts.programs}</h2>
      <p class="soft">{texts.programsHelp}</p>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <Confirm
          text={texts.confirmRevoke(gone.name)}
          action={texts.revoke}
          onConfirm={() => revoke(gone)}
          onCancel={() => (revoking.value = undefined)}
        />
      )}
      <PagedList list={programs} empty={<p class="soft">{texts.noPrograms}</p>}>
        {(items) => (
          <Table
            label={texts.programs}
            columns={[texts.name, texts.role, texts.event]}
            actions={texts.revoke}
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
                  <Button
                    text={texts.revoke}
                    name={program.name}
                    onClick={() => (revoking.value = program)}
                  />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
      {canAdd && (
        <div class="buttons">
          <Button text={texts.addProgram} onClick={() => (open.value = 'add')} />
        </div>
      )}
      {open.value === 'add' && (
        <FormDialog<ProgramWithSecret>
          title={texts.addProgram}
          fields={[NAME, ...roleFields(['manager', 'staff'], events)]}
          initial={{ name: '', role: 'manager', eventId: '' }}
          target={{ method: 'POST', path: `${path}/programs` }}
          toBody={({ name, ...access }, id) => ({ id, name, ...roleBody(access) })}
          onClose={close}
          onSaved={async (program) => {
            open.value = program
            await programs.reload()
          }}
        />
      )}
      {typeof open.value === 'object' && (
        <ShownOnce
          title={open.value.name}
          help={texts.secretHelp}
          values={[
            [texts.clientId, open.value.clientId],
            [texts.clientSecret, open.value.clientSecret],
          ]}
          onClose={close}
        />
      )}
    </section>
  )
}

export const programsScreen = defineScreen({
  path: '/programs',
  name: texts.programs,
  link: { icon: 'programs', isSetUp: true },
  View: () => (
    <OrganizerScreen title={texts.programs}>
      {(organizer) =>
        organizer.role === 'owner' ? (
          <Programs key={organizer.id} organizer={organizer} />
        ) : (
          <p class="soft">{texts.programsOwner}</p>
        )
      }
    </OrganizerScreen>
  ),
})
