'use client'
import type { ReactNode } from 'react'
import { ListBody, type ListBodyProps } from './list-body'
import { ListHeader } from './list-header'

interface ListPageProps<Row extends { id: string }> extends ListBodyProps<Row> {
  meta?: ReactNode
  actions?: ReactNode
  primary?: ReactNode
}

/** The page of a list. Each slot can be replaced. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { meta, actions, primary, ...body } = props
  return (
    <>
      <ListHeader list={body.list} meta={meta} actions={actions} primary={primary} />
      <ListBody {...body} />
    </>
  )
}
