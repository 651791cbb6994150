'use client'
import type { ReactNode } from 'react'
import { useIsArchived } from './use-may'

/** Wraps what changes something without a permission that says so. Renders nothing in an archived shop, which refuses it. */
export const InUse = ({ children }: { children: ReactNode }) => (useIsArchived() ? null : children)
