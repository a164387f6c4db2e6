import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { useId } from 'react'
import { useWidth } from './useWidth.ts'

/** A bar of one value, or of two stacked ones. */
export interface Bar {
  key: string
  /** The label below it; '' where it has no room. */
  label: string
  lower: number
  upper?: number
  /** The label above it. */
  text?: string
  /** The title on hover. */
  title: string
  /** Whether it has the pattern of the upper values. */
  marked?: boolean
}

const HEIGHT = 272
const SPACE = { top: 24, bottom: 28, left: 52, right: 8 }
/** In px: the greatest width of a bar. */
const WIDEST = 72
const stacked = ['lower', 'upper'] as const

/**
 * A bar chart, drawn by visx with our own tokens. Two series differ by a pattern, so nobody needs the colour to tell
 * them apart. For a screen reader it is one picture; the table beside it has the numbers.
 */
export function BarChart({
  label,
  bars,
  most,
  legend,
  line,
  tick = String,
}: {
  label: string
  bars: Bar[]
  /** The end of the axis, if it does not follow the bars. */
  most?: number
  /** The names of the two series. */
  legend?: [string, string]
  /** A line after the bar of this key. */
  line?: { after: string; label: string } | undefined
  tick?: (value: number) => string
}) {
  const [box, width] = useWidth<HTMLDivElement>()
  const hatched = useId()
  const inner = { width: Math.max(0, width - SPACE.left - SPACE.right), height: HEIGHT - SPACE.top - SPACE.bottom }
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [0, inner.width], padding: 0.2 })
  const highest = most ?? Math.max(1, ...bars.map(({ lower, upper = 0 }) => lower + upper))
  const y = scaleLinear({ domain: [0, highest], range: [inner.height, 0], nice: most === undefined })
  const steps = y.ticks(Math.min(4, Math.ceil(highest))).filter((n) => most !== undefined || Number.isInteger(n))
  const fills = scaleOrdinal({ domain: [...stacked], range: ['var(--color-accent)', `url(#${hatched})`] })
  const labelOf = new Map(bars.map(({ key, label }) => [key, label]))
  const at = line && x(line.after)
  return (
    <figure className="min-w-0">
      {legend && (
        <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
          {legend.map((name, i) => (
            <span key={name} className="inline-flex items-center gap-2">
              <svg aria-hidden="true" width="16" height="16" className="rounded-sm">
                <rect width="16" height="16" fill={i === 0 ? fills('lower') : fills('upper')} className={edge} />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      {/* In pixels, as the picture is: what is measured by letters is smaller on paper. */}
      <div ref={box} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={label}
            width={width}
            height={HEIGHT}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            className="block max-w-full"
          >
            <defs>
              <pattern id={hatched} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="6" height="6" className="fill-accent-soft" />
                <rect width="2.5" height="6" className="fill-accent" />
              </pattern>
            </defs>
            <g transform={`translate(${SPACE.left},${SPACE.top})`}>
              {steps.map((n) => (
                <line key={n} x2={inner.width} y1={y(n)} y2={y(n)} className="stroke-line" />
              ))}
              <BarStack
                data={bars}
                keys={[...stacked]}
                x={({ key }) => key}
                value={partOf}
                xScale={x}
                yScale={y}
                color={fills}
              >
                {(stacks) =>
                  stacks.flatMap(({ bars: all }) =>
                    all.map(({ key, index, x, y, width, height, bar }) =>
                      height > 0 ? (
                        <rect
                          key={`${key} ${bar.data.key}`}
                          x={x + Math.max(0, width - WIDEST) / 2}
                          width={Math.min(width, WIDEST)}
                          {...{ y, height }}
                          fill={key === 'upper' || bars[index]?.marked ? fills('upper') : fills('lower')}
                          className={edge}
                        >
                          <title>{bar.data.title}</title>
                        </rect>
                      ) : null,
                    ),
                  )
                }
              </BarStack>
              {bars.map(({ key, text, lower, upper = 0 }) => (
                <text
                  key={key}
                  x={(x(key) ?? 0) + x.bandwidth() / 2}
                  y={y(lower + upper) - 6}
                  textAnchor="middle"
                  className="fill-ink text-xs tabular-nums"
                >
                  {text}
                </text>
              ))}
              {line && at !== undefined && (
                <g transform={`translate(${at + x.bandwidth() + (x.step() - x.bandwidth()) / 2},0)`}>
                  <line y1={-8} y2={inner.height} className="stroke-ink" strokeWidth={1.5} strokeDasharray="5 4" />
                  <text
                    x={at > inner.width / 2 ? -6 : 6}
                    y={-10}
                    textAnchor={at > inner.width / 2 ? 'end' : 'start'}
                    className="fill-ink font-medium text-xs"
                  >
                    {line.label}
                  </text>
                </g>
              )}
              <AxisLeft
                scale={y}
                tickValues={steps}
                tickFormat={(n) => tick(Number(n))}
                tickComponent={Tick}
                tickLabelProps={{ textAnchor: 'end', dx: -4, dy: 4 }}
                hideTicks
                hideAxisLine
              />
              <AxisBottom
                top={inner.height}
                scale={x}
                tickFormat={(key) => labelOf.get(key) ?? ''}
                tickValues={bars.filter(({ label }) => label !== '').map(({ key }) => key)}
                tickComponent={Tick}
                tickLabelProps={{ textAnchor: 'middle', dy: 4 }}
                hideTicks
                axisLineClassName="stroke-line-strong"
                stroke="currentColor"
              />
            </g>
          </svg>
        )}
      </div>
    </figure>
  )
}

/** An edge, so that a pale pattern has a shape on any ground. */
const edge = 'stroke-accent stroke-1'

const partOf = ({ lower, upper = 0 }: Bar, key: (typeof stacked)[number]) => (key === 'lower' ? lower : upper)

const Tick = ({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) => (
  <text {...{ x, y, dx, dy, textAnchor }} className="fill-ink-soft text-xs tabular-nums">
    {formattedValue}
  </text>
)

/** Leaves out labels when not every bar has room for one: shows every second, third … of them. */
export const thinned = (labels: string[], most: number): string[] => {
  const every = Math.ceil(labels.length / most)
  return labels.map((label, i) => (i % every === 0 ? label : ''))
}
