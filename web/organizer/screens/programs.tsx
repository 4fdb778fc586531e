// Programs of an organizer, such as a shop. Their secret is shown once.
import { type Signal, useSignal } from '@preact/signals'
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
import { toPrograms } from '../links.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Table } from '../ui/table.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

type Program = Schemas['Program']
type ProgramWithSecret = Schemas['ProgramWithSecret']

type Open = 'add' | ProgramWithSecret | undefined

const canAdd = (): boolean => settings.value?.phones !== false

const Programs = ({ organizer, open }: { organizer: Organizer; open: Signal<Open> }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  const events = useOwnEvents(organizer)
  const programs = usePaged<Program>(`${path}/programs?pageSize=100`)
  const { failed, send } = useSend()
  const revoking = useSignal<Program | undefined>(undefined)
  const gone = revoking.value
  const close = (): void => {
    open.value = undefined
  }
  useNew(toPrograms, () => {
    if (canAdd()) open.value = 'add'
  })
  const revoke = async ({ id }: Program): Promise<void> => {
    revoking.value = undefined
    await send('DELETE', `${path}/programs/${id}`)
    await programs.reload()
  }
  return (
    <section class="card stack" aria-label={texts.programs}>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <Confirm
          text={texts.confirmRevoke(gone.name)}
          action={texts.revoke}
          onConfirm={() => revoke(gone)}
          onCancel={() => (revoking.value = undefined)}
        />
      )}
      {!canAdd() && <p class="notice warn">{texts.phonesUnavailable}</p>}
      <PagedList
        list={programs}
        empty={
          <Empty
            icon="programs"
            text={texts.noPrograms}
            help={texts.noProgramsHelp}
            action={canAdd() && { text: texts.addProgram, screen: toPrograms }}
          />
        }
      >
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
                <td class="action">
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
      {open.value === 'add' && (
        <FormDialog<ProgramWithSecret>
          title={texts.addProgram}
          action={texts.addProgram}
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
  View: () => {
    const open = useSignal<Open>(undefined)
    return (
      <OrganizerScreen
        title={texts.programs}
        help={texts.programsHelp}
        actions={({ role }) =>
          role === 'owner' &&
          canAdd() && <Button look="primary" text={texts.addProgram} onClick={() => (open.value = 'add')} />
        }
      >
        {(organizer) =>
          organizer.role === 'owner' ? (
            <Programs key={organizer.id} organizer={organizer} open={open} />
          ) : (
            <div class="card">
              <Empty icon="programs" text={texts.programsOwner} />
            </div>
          )
        }
      </OrganizerScreen>
    )
  },
})
