/** Waits until it is so. Has no limit but the test's, and unlike `vi.waitFor` does not move a fake clock. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await scheduler.wait(1)
}
