// A file of guests that was chosen.
import { type OpenedFile, openGuestFile } from '../../../src/domain/import/file/open.ts'
import { loadPart } from '../../shared/load-part.ts'

/** @throws Error if the file is none of guests; the message is for people */
export const readGuestFile = async (file: File): Promise<OpenedFile> =>
  openGuestFile(
    new Uint8Array(await file.arrayBuffer()),
    () => loadPart(() => import('../../../src/domain/import/file/workbook/read.ts')),
    file.name,
  )
