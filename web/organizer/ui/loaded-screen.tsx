// A screen that shows one thing: its heading comes with it.
import type { ComponentChildren } from 'preact'
import type { Load, Ok } from '../data/load.ts'
import { Loaded } from './loaded.tsx'
import { type Breadcrumb, Title } from './title.tsx'

type Props<Body> = {
  load: Load<Body>
  title: (body: Body) => string
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
  name,
  breadcrumbs,
  actions,
  lead,
  children,
}: Props<Body>) => {
  const body = load.ok.value?.body
  const fallback = load.failed.value === undefined ? undefined : name
  return (
    <>
      <Title
        title={body === undefined ? fallback : title(body)}
        breadcrumbs={breadcrumbs?.(body) ?? []}
        actions={body !== undefined && actions?.(body)}
      >
        {body !== undefined && lead?.(body)}
      </Title>
      <Loaded load={load}>{children}</Loaded>
    </>
  )
}
