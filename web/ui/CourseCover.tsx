import { memo, useState } from 'react'
import { height, scene, width } from './canopy.ts'
import { cx } from './cx.ts'

export type CourseCoverProps = {
  /** The seed of the drawing that replaces a missing picture. */
  id: string
  src?: string | null | undefined
  /** Sets shape and size; by default the cover is 16:9 and as wide as its box. */
  className?: string
}

/** A course's picture, or a landscape with its own rain tree. Decoration: the course's name stands beside it. */
export function CourseCover({ id, src, className }: CourseCoverProps) {
  const [broken, setBroken] = useState<string>()
  const frame = cx('relative block w-full overflow-hidden bg-sunken', className ?? 'aspect-video')
  if (src && src !== broken)
    return (
      <div className={frame}>
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    )
  return (
    <div className={frame} aria-hidden="true">
      <Landscape id={id} />
    </div>
  )
}

const shades = { 1: 'fill-(--cover-1)', 2: 'fill-(--cover-2)', 3: 'fill-(--cover-3)', 4: 'fill-(--cover-4)' }

/* With `fill-opacity`: `opacity` would make each of a page's hundreds of shapes a layer of its own. */
const Landscape = memo(function Landscape({ id }: { id: string }) {
  const { palette, sun, hills, trunk, leaves, sparks } = scene(id)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      data-palette={palette}
      aria-hidden="true"
      className="absolute inset-0 size-full bg-linear-to-b from-(--cover-sky) to-(--cover-glow)"
    >
      <circle cx={sun.x} cy={sun.y} r={sun.r * 2.1} className="fill-(--cover-sun)" fillOpacity="0.18" />
      <circle cx={sun.x} cy={sun.y} r={sun.r * 1.5} className="fill-(--cover-sun)" fillOpacity="0.25" />
      <circle cx={sun.x} cy={sun.y} r={sun.r} className="fill-(--cover-sun)" fillOpacity="0.9" />
      <path d={hills[0]} className="fill-(--cover-hill)" fillOpacity="0.55" />
      <path d={hills[1]} className="fill-(--cover-hill)" />
      <path d={trunk} className="fill-(--cover-wood)" />
      {leaves.map(({ x, y, r, shade, opacity }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className={shades[shade]} fillOpacity={opacity} />
      ))}
      {sparks.map(({ x, y, r }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className="fill-(--cover-sun)" fillOpacity="0.8" />
      ))}
    </svg>
  )
})
