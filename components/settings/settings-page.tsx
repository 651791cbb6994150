'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../data-table/query-state'
import { PageHeader } from '../frame/page-header'

interface SettingsPageProps<Settings> {
  title: string
  query: UseQueryResult<Settings>
  failedTitle: string
  children: (settings: Settings) => ReactNode
}

/** The frame of a page of settings: loads them, or says why they could not be loaded. */
export function SettingsPage<Settings>({ title, query, failedTitle, children }: SettingsPageProps<Settings>) {
  return (
    <>
      <PageHeader title={title} />
      <div className="grid max-w-3xl grid-cols-1 gap-4">
        {query.isError && !query.data && <QueryError query={query} title={failedTitle} />}
        {query.data && children(query.data)}
      </div>
    </>
  )
}
