// Lists that are read forward only, by cursor.
import * as z from 'zod'
import { queryParam } from './values.ts'

const link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

/** A page of `item`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    links: z.strictObject({
      self: link,
      next: link.nullable().meta({ description: 'Null on the last page.' }),
    }),
  })

/** The cursor of a list; `belonging` names what it is valid with. */
export const cursorParam = (belonging: string) =>
  queryParam(z.string()).meta({
    description: `Opaque; comes with \`links.next\`. Valid only with ${belonging}.`,
  })
