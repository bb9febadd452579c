// A picture of plain shapes, as SVG text or as a PNG. It is drawn from the same numbers as the page.

export type Shape =
  | { kind: "rect"; x: number; y: number; width: number; height: number; fill: string }
  | { kind: "text"; x: number; y: number; text: string; size: number; fill: string; anchor?: "start" | "end"; bold?: boolean };

export interface Picture {
  width: number;
  height: number;
  paper: string;
  shapes: Shape[];
}

const FONT = "Inter, system-ui, sans-serif";
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function svgShape(shape: Shape): string {
  if (shape.kind === "rect") {
    return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="${shape.fill}"/>`;
  }
  const weight = shape.bold ? ' font-weight="600"' : "";
  const anchor = shape.anchor ?? "start";
  return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" fill="${shape.fill}" text-anchor="${anchor}"${weight}>${escaped(shape.text)}</text>`;
}

export function svgOf(picture: Picture): string {
  const { width, height, paper, shapes } = picture;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    ...shapes.map(svgShape),
    "</svg>",
    "",
  ].join("\n");
}

/** Drawn twice as large, so that it stays sharp when printed. */
export function pngOf(picture: Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width * 2;
  canvas.height = picture.height * 2;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("This browser cannot draw a PNG; save the SVG instead."));
  pen.scale(2, 2);
  pen.fillStyle = picture.paper;
  pen.fillRect(0, 0, picture.width, picture.height);
  for (const shape of picture.shapes) {
    pen.fillStyle = shape.fill;
    if (shape.kind === "rect") {
      pen.fillRect(shape.x, shape.y, shape.width, shape.height);
    } else {
      pen.font = `${shape.bold ? "600 " : ""}${shape.size}px ${FONT}`;
      pen.textAlign = shape.anchor ?? "start";
      pen.fillText(shape.text, shape.x, shape.y);
    }
  }
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture could not be made."))), "image/png"));
}
