// What is imported, and what that would do.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { Doubles } from './doubles.tsx'
import { GuestWarnings, ListFigures } from './guest-effect.tsx'
import { GuestsAsRead, Warnings } from './guests-as-read.tsx'
import type { Preview, Problem, UsedImport } from './use-import.ts'

const MAX_PROBLEMS = 20

const Problems = ({ problems, count }: { problems: readonly Problem[]; count: number }) => {
  const list = useRef<HTMLDivElement>(null)
  // On a phone, the button that looks for them is below the screen’s edge.
  useEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), [problems])
  return (
    <div class="notice bad stack" role="alert" ref={list}>
      <p>{texts.importProblems(count)}</p>
      <ul class="small">
        {problems.slice(0, MAX_PROBLEMS).map(({ line, sheet, message }) => (
          <li key={`${sheet} ${line} ${message}`}>
            {line === null ? message : texts.line(line, message, sheet)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Effect = ({ preview }: { preview: Preview }) => {
  const { Valid: expected, ...others } = preview.toInsertByStatus
  const isMixed = Object.values(others).some((value) => value > 0)
  return (
    <div class="stack" role="status">
      <ListFigures preview={preview} />
      {isMixed && <p>{texts.newByStatus(preview.toInsertByStatus)}</p>}
      {preview.leftOut > 0 && <p>{texts.leftOut(preview.leftOut)}</p>}
      {preview.newTicketTypes.length > 0 && <p>{texts.newTypes(preview.newTicketTypes)}</p>}
      <GuestWarnings warnings={preview.warnings} />
    </div>
  )
}

type Props = {
  title: string
  used: UsedImport
  /** Whether there is something to preview. */
  canPreview: boolean
  /** Whether closing it would lose what somebody has typed or chosen. */
  isBegun?: boolean
  onClose: () => void
  /** The fields that say what is imported, with what is wrong with it and what it would do. */
  children: (problems: ComponentChildren, effect: ComponentChildren) => ComponentChildren
}

/** Asks what is imported, and shows what it would do. Once that is done, the screen says so. */
export const ImportDialog = ({ title, used, canPreview, isBegun = false, onClose, children }: Props) => {
  const { preview, problems, failed, isBusy } = used
  const shown = preview.value
  const hasPreview = shown !== undefined
  const choice = used.doubles.value
  const isAsking =
    hasPreview && shown.preview.doubleCount > 0 && (choice === undefined || choice !== shown.doubles)
  return (
    <Dialog title={title} onClose={onClose} mayClose={() => !isBegun || confirm(texts.leaveUnsaved)}>
      <Form onSubmit={used.makePreview}>
        {children(
          problems.value && <Problems problems={problems.value.shown} count={problems.value.count} />,
          shown && (
            <>
              <Effect preview={shown.preview} />
              <Doubles
                {...{ preview: shown.preview, rows: shown.rows }}
                chosen={choice}
                onChoose={used.chooseDoubles}
              />
              <Warnings warnings={shown.warnings} />
              {shown.rows.length > 0 && <GuestsAsRead rows={shown.rows} warnings={shown.warnings} />}
            </>
          ),
        )}
        <div class="buttons foot">
          {hasPreview && !isAsking && (
            <Button
              look="primary"
              text={isBusy.value ? texts.applying : texts.apply}
              isBusy={isBusy.value}
              onClick={used.apply}
            />
          )}
          {canPreview && (
            <Button
              type="submit"
              look={hasPreview ? undefined : 'primary'}
              text={isBusy.value && !hasPreview ? texts.previewing : texts.preview}
              isBusy={isBusy.value}
            />
          )}
          <Button text={texts.cancel} onClick={onClose} />
        </div>
      </Form>
      {failed.value !== undefined && <Failure {...failed.value} />}
    </Dialog>
  )
}
