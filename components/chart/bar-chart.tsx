'use client'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../ui/cx'
import { labelled, ticksOf } from './scale'

export interface Bar {
  /** Stable between renders. */
  id: string
  value: number
  /** The value at the same position of the compared period; null if it has none. */
  before: number | null
  label: string
  /** The bar's description in lines; the first is its name. */
  lines: readonly string[]
  /** Shows what the bar counts. */
  open?: (() => void) | undefined
}

interface BarChartProps {
  label: string
  bars: readonly Bar[]
  tickText: (value: number) => string
}

const height = 170
/** The width before measuring. The chart is stretched to fit, as it contains no text. */
const usualWidth = 640
const maxLabels = 4

/**
 * Bars over time, with the compared values as a dashed line behind them. Hover, touch and arrow keys show a bar's
 * details; a click and Enter open it. To the keyboard it is one control, whose value is read out.
 */
export function BarChart({ label, bars, tickText }: BarChartProps) {
  const [shown, setShown] = useState<number | null>(null)
  const [at, setAt] = useState(bars.length - 1)
  const [area, width] = useWidth<HTMLDivElement>()
  const ticks = ticksOf(Math.max(0, ...bars.flatMap(({ value, before }) => [value, before ?? 0])))
  const top = ticks.at(-1) ?? 1
  const current = Math.max(0, Math.min(at, bars.length - 1))
  const active = shown === null ? undefined : bars[shown]

  const show = (next: number) => {
    const within = Math.max(0, Math.min(next, bars.length - 1))
    setAt(within)
    setShown(within)
  }
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    show(Math.floor(((clientX - left) / wide) * bars.length))
  }
  // A finger shows the details, and must not leave the page.
  const onClick = ({ nativeEvent }: MouseEvent<HTMLElement>) => {
    if ('pointerType' in nativeEvent && nativeEvent.pointerType === 'mouse') active?.open?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const places = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: bars.length - 1 }
    if (event.key === 'Escape') return setShown(null)
    if (event.key === 'Enter') return bars[current]?.open?.()
    const next = places[event.key as keyof typeof places] as number | undefined
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }
  return (
    // Time runs from left to right in every language, as the arrow keys do.
    <div dir="ltr" className="relative ps-9">
      {ticks.map((tick) => (
        <span
          key={tick}
          aria-hidden
          className="absolute start-0 w-7.5 -translate-y-1/2 text-end text-xs text-faint tabular-nums"
          style={{ top: height * (1 - tick / top) }}
        >
          {tickText(tick)}
        </span>
      ))}
      <div
        ref={area}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, bars.length)}
        aria-valuenow={current + 1}
        aria-valuetext={bars[current]?.lines.join(', ') ?? ''}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show(current)}
        onBlur={() => setShown(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setShown(null)}
        className={cx('relative touch-pan-y rounded-xs outline-offset-4', active?.open && 'cursor-pointer')}
        style={{ height }}
      >
        <Drawing bars={bars} ticks={ticks} width={width ?? usualWidth} active={shown} />
        {active && shown !== null && <Bubble lines={active.lines} place={(shown + 0.5) / bars.length} />}
      </div>
      <Labels bars={bars} />
    </div>
  )
}

function Labels({ bars }: { bars: readonly Bar[] }) {
  return (
    <div aria-hidden className="relative mt-2 h-4 text-xs whitespace-nowrap text-faint">
      {labelled(bars.length, maxLabels).map((place) => (
        <span
          key={place}
          className={cx(
            'absolute',
            place === 0 ? 'start-0' : place === bars.length - 1 ? 'end-0' : '-translate-x-1/2',
          )}
          style={
            place > 0 && place < bars.length - 1
              ? { insetInlineStart: `${((place + 0.5) / bars.length) * 100}%` }
              : undefined
          }
        >
          <bdi>{bars[place]?.label}</bdi>
        </span>
      ))}
    </div>
  )
}

interface DrawingProps {
  bars: readonly Bar[]
  ticks: readonly number[]
  width: number
  active: number | null
}

function Drawing({ bars, ticks, width, active }: DrawingProps) {
  const top = ticks.at(-1) ?? 1
  const yOf = (value: number) => height * (1 - value / top)
  const each = width / Math.max(1, bars.length)
  const wide = Math.max(1, Math.min(each * 0.64, 40))
  const line = bars
    .flatMap(({ before }, at) => (before === null ? [] : `${(at + 0.5) * each},${yOf(before)}`))
    .join(' ')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          x2={width}
          y1={yOf(tick)}
          y2={yOf(tick)}
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
          className="stroke-border"
        />
      ))}
      {bars.map(({ id, value }, at) => (
        <path
          key={id}
          d={barPath(at * each + (each - wide) / 2, yOf(value), wide)}
          className={cx('fill-accent', at !== active && 'opacity-55')}
        />
      ))}
      <polyline
        points={line}
        fill="none"
        strokeWidth={1.25}
        strokeDasharray="3 3"
        vectorEffect="non-scaling-stroke"
        className="stroke-muted"
      />
    </svg>
  )
}

/** Returns the path of a bar with rounded top corners. */
function barPath(x: number, y: number, wide: number): string {
  const tall = height - y
  if (tall <= 0) return ''
  const r = Math.min(2, wide / 2, tall)
  return `M${x} ${height}V${y + r}q0 ${-r} ${r} ${-r}h${wide - 2 * r}q${r} 0 ${r} ${r}V${height}z`
}

/** A bubble above the bar, kept within the chart's sides. */
function Bubble({ lines: [name, ...rest], place }: { lines: readonly string[]; place: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -top-2 z-10 w-max max-w-56 rounded-sm border bg-surface px-2.5 py-1.5 text-xs shadow-pop tabular-nums"
      style={{ insetInlineStart: `${place * 100}%`, translate: `${-place * 100}% 0` }}
    >
      <p dir="auto" className="text-muted">
        {name}
      </p>
      {rest.map((line, at) => (
        <p key={line} dir="auto" className={at === 0 ? 'font-semibold' : 'text-muted'}>
          {line}
        </p>
      ))}
    </div>
  )
}

/** Returns a ref and the element's measured width, null at first. */
function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.round(entry.contentRect.width) || null),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
