/** Whether a text is an https URL that a page can link to. Credentials in it would disguise its host. */
export const isHttps = (text: string): boolean => {
  if (!/^https:\/\/[^\s\\]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** Whether a page can show it: a file of the service itself, or an https URL. */
export const isPicture = (text: string): boolean => isHttps(text) || /^\/\w[\w./-]*$/.test(text)
