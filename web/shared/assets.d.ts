// esbuild turns imported styles into a file of their own, and imported pictures into data URLs.
declare module '*.css'
declare module '*.svg' {
  const url: string
  export default url
}
