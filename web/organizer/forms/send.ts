// Sends a change that is safe to repeat.
import type { Ask } from '../../shared/api.ts'
import { type Result, toResult } from '../data/load.ts'
import { request } from '../data/service.ts'
import { sendRepeatedly, waitForNetwork } from './retry.ts'

/** Sends again while there is no response, or a 429 or 503; see {@link sendRepeatedly}. */
export const sendSafely = async <Body>(
  path: string,
  ask: Ask,
  onRepeat: () => void = () => undefined,
): Promise<Result<Body>> =>
  toResult(await sendRepeatedly(() => request<Body>(path, ask), waitForNetwork, onRepeat))
