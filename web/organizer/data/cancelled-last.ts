/** The sessions in their order, those that are cancelled after the others. */
export const cancelledLast = <Item extends { cancelledAt?: string | null }>(
  sessions: readonly Item[],
): Item[] =>
  [false, true].flatMap((isCancelled) => sessions.filter(({ cancelledAt }) => !cancelledAt !== isCancelled))
