import type { ReactNode } from 'react'

/** One component of the design system, under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-4 border-line border-t py-5">
      <h2 className="font-medium font-mono text-ink-soft text-xs">{name}</h2>
      {children}
    </div>
  )
}

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
)

export const longThai = 'การประชุมเชิงปฏิบัติการเรื่องการออกแบบอัลกอริทึมและโครงสร้างข้อมูลสำหรับนิสิตชั้นปีที่หนึ่ง'
export const longEnglish =
  'Introduction to Computational Thinking and Problem Solving for Engineers, Architects and Everyone Else'
