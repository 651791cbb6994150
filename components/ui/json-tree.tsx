'use client'
import { useState } from 'react'
import { cx } from './cx'
import { isOpenAtFirst, jsonNode, pageOfEntries, type JsonNode } from './json-model'

export interface JsonTreeProps {
  value: unknown
  /** Names the tree. */
  label: string
  /** "Show 100 more", "Show all" of a long string. */
  moreLabel: (left: number) => string
  wholeLabel: string
  /** A quiet remark after a value, such as the formatted amount after minor units. */
  annotate?: (path: readonly string[], value: unknown) => string | undefined
}

type Shared = Pick<JsonTreeProps, 'moreLabel' | 'wholeLabel' | 'annotate'>

/**
 * Any JSON as a tree of nested lists. Deep and wide values are drawn only as far as they are opened, so a hostile
 * payload costs what a person looks at.
 */
export function JsonTree({ value, label, ...shared }: JsonTreeProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="overflow-x-auto rounded-md border bg-sunken px-3.5 py-3 font-mono text-xs/6"
    >
      <Children node={jsonNode({ '': value })} path={[]} depth={-1} shared={shared} />
    </div>
  )
}

interface BranchProps {
  node: JsonNode
  path: readonly string[]
  depth: number
  shared: Shared
}

function Children({ node, path, depth, shared }: BranchProps) {
  const [limit, setLimit] = useState(pageOfEntries)
  if (node.kind !== 'branch') return null
  const isRoot = depth === -1
  return (
    <ul className={isRoot ? undefined : 'pl-[14px]'}>
      {node.entries(limit).map(([key, value]) => (
        <Entry
          key={key}
          name={isRoot ? null : key}
          value={value}
          path={isRoot ? [] : [...path, key]}
          depth={depth + 1}
          shared={shared}
        />
      ))}
      {node.size > limit && (
        <li>
          <button
            type="button"
            className="py-0.5 pl-3.5 text-accent underline"
            onClick={() => setLimit(limit + pageOfEntries)}
          >
            {shared.moreLabel(node.size - limit)}
          </button>
        </li>
      )}
    </ul>
  )
}

interface EntryProps extends Omit<BranchProps, 'node'> {
  name: string | null
  value: unknown
}

function Entry({ name, value, path, depth, shared }: EntryProps) {
  const node = jsonNode(value)
  const [isOpen, setIsOpen] = useState(() => isOpenAtFirst(node, depth))
  // The outermost object needs no line of its own: its members are what is read.
  if (name === null && node.kind === 'branch' && node.size > 0) {
    return (
      <li className="-ml-[14px]">
        <Children node={node} path={path} depth={depth} shared={shared} />
      </li>
    )
  }
  if (node.kind === 'leaf') {
    return (
      <li className="pl-3.5">
        {name !== null && <span className="mr-2 text-info">{name}</span>}
        <Leaf node={node} value={value} wholeLabel={shared.wholeLabel} />
        <Note text={shared.annotate?.(path, value)} />
      </li>
    )
  }
  const size = node.type === 'array' ? `[${node.size}]` : `{${node.size}}`
  if (node.size === 0) {
    return (
      <li className="pl-3.5">
        <span className="mr-2 text-info">{name}</span>
        <span className="text-faint">{size}</span>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 items-center rounded-xs pr-1 text-left hover:bg-border/60"
      >
        <Triangle isOpen={isOpen} />
        <span className="mr-2 text-info">{name}</span>
        {!isOpen && <span className="text-faint">{size}</span>}
      </button>
      {isOpen && <Children node={node} path={path} depth={depth} shared={shared} />}
    </li>
  )
}

const colours = { string: 'text-accent', number: 'text-warn', boolean: 'text-warn', null: 'text-faint' }

function Leaf({
  node,
  value,
  wholeLabel,
}: {
  node: JsonNode & { kind: 'leaf' }
  value: unknown
  wholeLabel: string
}) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <span className={cx('break-all', colours[node.type])}>
      {isWhole ? JSON.stringify(value) : node.text}
      {node.isCut && !isWhole && (
        <button type="button" className="ml-1 text-accent underline" onClick={() => setIsWhole(true)}>
          {wholeLabel}
        </button>
      )}
    </span>
  )
}

function Note({ text }: { text?: string }) {
  return text ? <span className="ml-2 text-faint">{text}</span> : null
}

function Triangle({ isOpen }: { isOpen: boolean }) {
  return (
    <svg aria-hidden width="14" height="8" viewBox="0 0 14 8" className="shrink-0 fill-current">
      <path d={isOpen ? 'M1 1.5h7L4.5 7Z' : 'M2 0.5v7L7.5 4Z'} />
    </svg>
  )
}
