/** Whether a text is an https URL that a page can link to. Credentials in it would disguise its host. */
export const isHttps = (text: string): boolean => {
  if (!/^https:\/\/[^\s\\]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
