// /ours, /floor, /guarded-floor and /textbook answer the same requests.
import service from '../../src/index.ts'
import { answerFloor } from './floor.ts'
import { answerTextbook } from './textbook.ts'

export default {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
    const url = new URL(request.url)
    const [, who] = url.pathname.split('/')
    url.pathname = url.pathname.slice(`/${who}`.length)
    const inner = new Request(url, request)
    if (who === 'floor') return answerFloor(inner, env, context, false)
    if (who === 'guarded-floor') return answerFloor(inner, env, context, true)
    if (who === 'textbook') return answerTextbook(inner, env, context)
    return service.fetch(inner, env, context)
  },
}
