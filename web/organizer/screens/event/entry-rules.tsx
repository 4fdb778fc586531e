// How guests come and go at an event: its areas, and the rule of each ticket type.
import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import type { Load } from '../../data/load.ts'
import type { Paged } from '../../data/paged-list.ts'
import type { Area, Page, TicketType } from '../../data/types.ts'
import { EditArea, EditRule, NewArea, SetUpEntry } from '../../forms/entry-forms.tsx'
import { describeRule } from '../../forms/rule-texts.ts'
import { texts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'

type Open = { kind: 'set-up' | 'area' } | { kind: 'edit'; area: Area } | { kind: 'rule'; type: TicketType }

type ListsProps = {
  types: readonly TicketType[]
  areas: readonly Area[]
  onOpen: (open: Open) => void
}

const Lists = ({ types, areas, onOpen }: ListsProps) => (
  <>
    {areas.length > 0 && (
      <>
        <h3>{texts.areas}</h3>
        <ul class="entries" aria-label={texts.areas}>
          {areas.map((area) => (
            <li key={area.id} class="spread entry">
              <span>
                <bdi>{area.name}</bdi>
                <span class="beneath soft small">
                  {area.capacity === null ? texts.noCapacity : texts.capacityOf(area.capacity)}
                </span>
              </span>
              <Button text={texts.edit} name={area.name} onClick={() => onOpen({ kind: 'edit', area })} />
            </li>
          ))}
        </ul>
      </>
    )}
    {types.length > 0 && (
      <>
        <h3>{texts.rules}</h3>
        <ul class="entries" aria-label={texts.rules}>
          {types.map((type) => (
            <li key={type.id} class="spread entry">
              <span>
                <bdi>{type.name}</bdi>
                <bdi class="beneath soft small">{describeRule(type, areas)}</bdi>
              </span>
              <Button text={texts.editRule} name={type.name} onClick={() => onOpen({ kind: 'rule', type })} />
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)

const hasNoRule = ({ areas, entries, from, until }: TicketType): boolean =>
  areas === null && entries === 'Once' && from === null && until === null

type Props = { eventId: string; types: Paged<TicketType>; areas: Load<Page<Area>> }

export const EntryRules = ({ eventId, types, areas }: Props) => {
  const open = useSignal<Open | undefined>(undefined)
  const { value: opened } = open
  // What was made before something failed is shown too.
  const close = async (): Promise<void> => {
    open.value = undefined
    await Promise.all([types.reload(), areas.reload()])
  }
  const closing = { onClose: close, onSaved: close }
  return (
    <section class="card stack" aria-labelledby="coming-and-going">
      <div class="spread">
        <h2 id="coming-and-going">{texts.comingAndGoing}</h2>
        <span class="buttons">
          <Button text={texts.newArea} onClick={() => (open.value = { kind: 'area' })} />
          <Button text={texts.setUpEntry} onClick={() => (open.value = { kind: 'set-up' })} />
        </span>
      </div>
      <Loaded load={areas}>
        {({ data: allAreas }) => (
          <Loaded load={types}>
            {({ data: allTypes }) => (
              <>
                {allAreas.length === 0 && allTypes.every(hasNoRule) ? (
                  <p class="soft">{texts.noRules}</p>
                ) : (
                  <Lists types={allTypes} areas={allAreas} onOpen={(one) => (open.value = one)} />
                )}
                {opened?.kind === 'set-up' && (
                  <SetUpEntry eventId={eventId} types={allTypes} areas={allAreas} {...closing} />
                )}
                {opened?.kind === 'edit' && <EditArea area={opened.area} types={allTypes} {...closing} />}
                {opened?.kind === 'rule' && <EditRule type={opened.type} areas={allAreas} {...closing} />}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
      {opened?.kind === 'area' && <NewArea eventId={eventId} {...closing} />}
    </section>
  )
}
