import type { ReactNode } from 'react'

// Small pictures for empty and failed states, in the colours of the theme. The words beside them say everything.

const line = 'fill-none stroke-ink-soft'
const paper = 'fill-card stroke-ink-soft'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 176 132"
      aria-hidden="true"
      className="block h-auto w-full"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        className="fill-accent-soft"
        d="M21 79C9 53 32 22 66 20c19-1 27-11 48-7 31 5 51 33 46 63-4 23-25 36-61 36S31 102 21 79Z"
      />
      {children}
    </svg>
  )
}

/** A rain tree whose foot is at x, y. */
function Tree({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} className="stroke-none">
      <path
        className="fill-ink-soft"
        d="M-6 0c3-8 3-15 2-21l-14-13 3-2 13 10 2-12h2l1 12 14-10 2 2L4-21c-1 6-1 13 3 21Z"
      />
      <g className="fill-done">
        <ellipse cx="-24" cy="-40" rx="19" ry="12" opacity="0.55" />
        <ellipse cx="24" cy="-40" rx="19" ry="12" opacity="0.55" />
        <ellipse cx="0" cy="-46" rx="27" ry="16" opacity="0.6" />
        <ellipse cx="-10" cy="-52" rx="15" ry="10" opacity="0.35" />
        <ellipse cx="13" cy="-50" rx="14" ry="9" opacity="0.35" />
      </g>
    </g>
  )
}

/** A leaf whose stalk starts at x, y and which points along `turn` degrees. */
function Leaf({ x, y, turn = 0, size = 1 }: { x: number; y: number; turn?: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
      <path className="fill-done stroke-none" opacity="0.85" d="M0 0C5-8 14-10 22-7 19 2 10 7 0 0Z" />
      <path className="fill-none stroke-card" strokeWidth="1.4" d="M2-.300C8-3.600 13-5 18-5.600" />
    </g>
  )
}

const ground = <path className={line} d="M18 112h140" />

/** An empty desk under a tree: nothing here yet. */
export function DeskDrawing() {
  return (
    <Drawing>
      <Tree x={112} y={112} size={1.3} />
      <path className={paper} d="M28 84h56v5H28ZM34 89v23M78 89v23" />
      <path className={paper} d="M40 84c0-5 6-6 11-3 5-3 11-2 11 3Z" />
      <path className={line} d="M51 81v3" />
      <path className="fill-accent stroke-none" d="M68 75h9v7a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2Z" />
      <path className="fill-none stroke-accent" d="M77 77c4 0 4 4 0 4" />
      <path className={line} opacity="0.6" d="M71 71c-1-2 1-3 0-5M75 71c-1-2 1-3 0-5" />
      {ground}
      <Leaf x={92} y={108} turn={-18} size={0.55} />
    </Drawing>
  )
}

/** A calendar with a leaf on it: no dates. */
export function CalendarDrawing() {
  return (
    <Drawing>
      <rect className={paper} x="46" y="34" width="84" height="72" rx="9" />
      <path className="fill-accent stroke-none" d="M47 43a8 8 0 0 1 8-8h66a8 8 0 0 1 8 8v9H47Z" />
      <path className={line} d="M66 28v13M110 28v13" strokeWidth="4" />
      <g className="fill-line stroke-none">
        {[0, 1, 2, 3, 4].map((column) =>
          [0, 1, 2].map((row) => (
            <rect key={`${column} ${row}`} x={57 + column * 13} y={62 + row * 14} width="8" height="8" rx="2.500" />
          )),
        )}
      </g>
      <Leaf x={94} y={98} turn={-34} size={1.75} />
      <path className={line} opacity="0.6" d="M36 112h104" />
    </Drawing>
  )
}

/** A paper plane on its way: nothing said yet. */
export function PlaneDrawing() {
  return (
    <Drawing>
      <path className={line} strokeDasharray="1 7" d="M22 104c20 6 40-1 44-15 3-11-11-16-15-7-5 12 21 15 44-7" />
      <path className={paper} d="M92 74 148 34 128 88 112 78Z" />
      <path className="fill-accent-soft stroke-ink-soft" d="M112 78 148 34 106 84Z" />
      <path className="fill-accent stroke-ink-soft" d="M104 96l2-12 6-6 6 4Z" />
      <path className={paper} d="M34 50c-5 0-8-3-8-6s3-6 7-6c2-6 12-6 14 0 5-1 9 2 9 6s-3 6-7 6Z" opacity="0.9" />
      <Leaf x={122} y={112} turn={-14} size={0.8} />
    </Drawing>
  )
}

/** A magnifier that found only a leaf. */
export function SearchDrawing() {
  return (
    <Drawing>
      <path className={paper} strokeWidth="9" d="M109 87l26 25" />
      <path className="fill-none stroke-accent" strokeWidth="7" d="M115 93l19 18" />
      <circle className={paper} cx="84" cy="62" r="36" strokeWidth="3" />
      <circle className="fill-sunken stroke-none" cx="84" cy="62" r="28" />
      <Leaf x={68} y={74} turn={-18} size={1.6} />
      <path className="fill-none stroke-card" strokeWidth="3" d="M63 52c3-8 9-12 17-13" />
      <Leaf x={30} y={106} turn={-30} size={0.6} />
      <Leaf x={140} y={44} turn={30} size={0.5} />
    </Drawing>
  )
}

/** A bridge that ends in the middle: no such page. */
export function BridgeDrawing() {
  return (
    <Drawing>
      <Tree x={38} y={80} size={0.82} />
      <path className="fill-done-soft stroke-ink-soft" d="M10 112V84c0-3 2-5 5-5h34c6 0 8 6 8 12 0 8 5 13 3 21Z" />
      <path className="fill-done-soft stroke-ink-soft" d="M166 112V84c0-3-2-5-5-5h-34c-6 0-8 6-8 12 0 8-5 13-3 21Z" />
      <path className="fill-accent stroke-ink-soft" d="M50 74h24l-2 6H50ZM126 74h-16l3 6h13Z" />
      <path className={line} d="M52 74V62M66 74V64M124 74V62M52 65c6 4 9 4 14 1M124 65c-4 3-7 4-11 3" />
      <path className="fill-accent stroke-ink-soft" d="M85 92l11-5 3 5-11 5Z" />
      <path className="fill-none stroke-note" d="M60 106c4-4 8-4 12 0s8 4 12 0 8-4 12 0 8 4 12 0 5-4 8-2" />
      <path className="fill-none stroke-note" opacity="0.6" d="M70 114c4-3 7-3 10 0s7 3 10 0 7-3 10 0" />
    </Drawing>
  )
}

/** A small tree under a storm: something failed on our side. */
export function StormDrawing() {
  return (
    <Drawing>
      <Tree x={88} y={112} size={0.72} />
      <g className="stroke-note" fill="none">
        <path d="M50 66l-5 12M66 70l-5 12M112 70l-5 12M128 66l-5 12M46 88l-3 8M132 88l-3 8" />
      </g>
      <path
        className={paper}
        d="M52 60c-11 0-18-7-18-15 0-9 8-15 16-14 3-11 14-18 26-16 8-9 25-9 32 2 12-2 21 5 22 14 8 1 13 7 13 14 0 9-7 15-17 15Z"
      />
      <path className={line} opacity="0.45" d="M62 34c3-5 8-8 14-8M106 40c5-2 10-1 14 3" />
      <path className="fill-accent stroke-ink-soft" d="M90 48 78 68h9l-4 16 15-21h-9l5-15Z" />
      <path className={line} d="M44 112h88" />
    </Drawing>
  )
}

/** Two tin cans and a cut string: no network. */
export function OfflineDrawing() {
  return (
    <Drawing>
      <path className={line} d="M52 74c8 22 22 27 31 14" />
      <path className={line} d="M124 70c-6 22-17 30-26 21" />
      <path className="fill-none stroke-wrong" d="M84 78l3 5M93 76l-1 6M88 96l1 6M97 99l-3-4" />
      <g transform="rotate(-24 42 58)">
        <path className={paper} d="M28 42h28v34c0 6-28 6-28 0Z" />
        <ellipse className="fill-sunken stroke-ink-soft" cx="42" cy="42" rx="14" ry="5" />
        <path className="fill-accent stroke-none" d="M29 54c6 4 20 4 26 0v10c-6 4-20 4-26 0Z" />
      </g>
      <g transform="rotate(24 134 54)">
        <path className={paper} d="M120 38h28v34c0 6-28 6-28 0Z" />
        <ellipse className="fill-sunken stroke-ink-soft" cx="134" cy="38" rx="14" ry="5" />
        <path className="fill-done stroke-none" opacity="0.85" d="M121 50c6 4 20 4 26 0v10c-6 4-20 4-26 0Z" />
      </g>
      <path className={line} opacity="0.6" d="M50 116h76" />
    </Drawing>
  )
}

/** A tree in the sun with leaves like confetti: all is done. */
export function HoorayDrawing() {
  return (
    <Drawing>
      <circle className="fill-accent stroke-none" opacity="0.85" cx="140" cy="36" r="12" />
      <path className="fill-none stroke-accent" d="M140 17v-5M159 36h5M153 22l4-4M153 50l4 4M127 22l-4-4" />
      <Tree x={72} y={112} size={1.35} />
      {ground}
      <circle className="fill-card stroke-ink-soft" cx="126" cy="92" r="19" />
      <path className="fill-none stroke-done" strokeWidth="4.500" d="M117 93l6 6 12-13" />
      <Leaf x={24} y={92} turn={-40} size={0.55} />
      <Leaf x={42} y={104} turn={10} size={0.5} />
      <Leaf x={102} y={78} turn={-60} size={0.45} />
      <Leaf x={30} y={30} turn={25} size={0.5} />
    </Drawing>
  )
}
