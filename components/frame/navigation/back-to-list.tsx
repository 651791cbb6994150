'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { LinkButton } from '@/components/ui/link'

/** Links to a list of the current shop. Reads the shop from the address, because not-found pages get no params. */
export function BackToList({ list, text }: { list: string; text: string }) {
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/${list}` as Route}>{text}</LinkButton>
}
