// A file of guests that was chosen.
import { type GuestFile, readGuestFile as readBytes } from '../../../src/domain/import/file/guest-file.ts'
import { loadPart } from '../../shared/load-part.ts'

/** @throws Error if the file is none of guests; the message is for people */
export const readGuestFile = async (file: File): Promise<GuestFile> =>
  readBytes(
    new Uint8Array(await file.arrayBuffer()),
    async () => {
      const { readSheet } = await loadPart(() => import('read-excel-file/browser'))
      return readSheet(file)
    },
    file.name,
  )
