// Where the page stores its language for the service worker.
export const LANGUAGE_CACHE = 'doorlist-language'
export const LANGUAGE_PATH = '/door/language'
