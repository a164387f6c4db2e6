import { hash, stream } from './seed.ts'

export type Leafage = { x: number; y: number; r: number; shade: 1 | 2 | 3 | 4; opacity: number }
export type Scene = {
  palette: number
  sun: { x: number; y: number; r: number }
  hills: [string, string]
  trunk: string
  leaves: Leafage[]
  sparks: { x: number; y: number; r: number }[]
}

export const palettes = 8
export const width = 400
export const height = 225

const whole = (n: number) => Math.round(n * 10) / 10

/** A rain tree drawn from an id: the same id gives the same tree everywhere. */
export function scene(id: string): Scene {
  const seed = hash(id)
  const next = stream(seed)
  const between = (low: number, high: number) => low + next() * (high - low)
  const side = next() < 0.5 ? -1 : 1

  const x = width / 2 + side * between(10, 70)
  const foot = between(196, 208)
  const reach = between(118, 158)
  const crown = between(84, 104)
  const rise = between(24, 38)

  // The wide umbrella: circles along a flat arch, the lower and darker first, the sunlit ones on top.
  const leaves: Leafage[] = []
  const rows = [
    { count: 11, lift: 6, spread: 1, r: [22, 34], shades: [1, 1, 2] },
    { count: 9, lift: -12, spread: 0.84, r: [24, 42], shades: [2, 2, 3] },
    { count: 7, lift: -34, spread: 0.6, r: [18, 36], shades: [2, 3, 3] },
    { count: 6, lift: -44, spread: 0.5, r: [8, 20], shades: [3, 4, 4] },
  ] as const
  for (const row of rows)
    for (let i = 0; i < row.count; i++) {
      const along = (i / (row.count - 1)) * 2 - 1
      const t = Math.max(-1, Math.min(1, along + between(-0.08, 0.08)))
      leaves.push({
        x: whole(x + t * reach * row.spread),
        y: whole(crown + row.lift + t * t * rise * row.spread + between(-6, 6)),
        r: whole(between(row.r[0], row.r[1]) * (1 - 0.28 * Math.abs(t))),
        shade: row.shades[Math.floor(next() * 3)] ?? 2,
        opacity: whole(between(0.55, 0.9)),
      })
    }

  // Limbs that run from the foot to their tips: together they form the trunk, and part where they bend.
  const lean = -side * between(0, 10)
  const limb = (reached: number, lift: number, bend: number, thick: number) => {
    const tip = `${whole(x + reached * reach)} ${whole(crown + lift)}`
    return `M${whole(x - 8)} ${whole(foot)}Q${whole(x + lean - thick)} ${whole(crown + bend)} ${tip}Q${whole(x + lean + thick)} ${whole(crown + bend + thick)} ${whole(x + 8)} ${whole(foot)}Z`
  }
  const roots = `M${whole(x - 17)} ${whole(foot + 4)}Q${whole(x - 7)} ${whole(foot - 1)} ${whole(x - 7)} ${whole(foot - 22)}H${whole(x + 7)}Q${whole(x + 7)} ${whole(foot - 1)} ${whole(x + 18)} ${whole(foot + 4)}Z`
  const trunk = [
    roots,
    limb(-0.66, 22, 46, 5.5),
    limb(0.66, 22, 46, 5.5),
    limb(-0.34, 2, 30, 5),
    limb(0.34, 2, 30, 5),
    limb(0.04, -14, 20, 4.5),
  ].join('')

  const hill = (base: number, bump: number) => {
    const start = base + between(-8, 8)
    const dip = between(0.45, 0.65) * width
    return `M0 ${whole(start)}C${whole(dip * 0.4)} ${whole(start - bump)} ${whole(dip * 0.7)} ${whole(base - bump)} ${whole(dip)} ${whole(base - bump * 0.4)}S${whole(width * 0.85)} ${whole(base + bump * 0.2)} ${width} ${whole(base - bump * 0.5)}V${height}H0Z`
  }

  return {
    palette: (seed >>> 8) % palettes,
    sun: { x: whole(width / 2 - side * between(80, 150)), y: whole(between(38, 84)), r: whole(between(16, 30)) },
    hills: [hill(178, between(16, 34)), hill(203, between(4, 12))],
    trunk,
    leaves,
    sparks: Array.from({ length: 9 }, () => ({
      x: whole(x + between(-1, 1) * reach),
      y: whole(between(crown + 40, foot - 6)),
      r: whole(between(0.9, 2.2)),
    })),
  }
}
