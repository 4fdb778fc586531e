// A screen that shows one thing: its heading comes with it.
import type { ComponentChildren } from 'preact'
import type { Load, Ok } from '../data/load.ts'
import { Loaded } from './loaded.tsx'
import { LoadingCard } from './notices.tsx'
import { type Breadcrumb, Title } from './title.tsx'

type Props<Body> = {
  load: Load<Body>
  /** A text is known at once. */
  title: string | ((body: Body) => string)
  /** Which of several screens with this heading it is. */
  part?: string
  /** The heading if the body cannot be loaded. */
  name: string
  /** The screens above this one, as far as they are known without the body. */
  breadcrumbs?: (body: Body | undefined) => readonly Breadcrumb[]
  /** In one row with the heading. */
  actions?: (body: Body) => ComponentChildren
  /** Stands below the heading. */
  lead?: (body: Body) => ComponentChildren
  children: (body: Body, ok: Ok<Body>) => ComponentChildren
}

export const LoadedScreen = <Body,>({
  load,
  title,
  part,
  name,
  breadcrumbs,
  actions,
  lead,
  children,
}: Props<Body>) => {
  const body = load.ok.value?.body
  const fallback = load.failed.value === undefined ? undefined : name
  const shown = typeof title === 'string' ? title : body === undefined ? fallback : title(body)
  return (
    <>
      <Title
        title={shown}
        part={body === undefined ? undefined : part}
        breadcrumbs={breadcrumbs?.(body) ?? []}
        actions={body !== undefined && actions?.(body)}
      >
        {body !== undefined && lead?.(body)}
      </Title>
      <Loaded load={load} loading={<LoadingCard />}>
        {children}
      </Loaded>
    </>
  )
}
