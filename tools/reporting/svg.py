"""A little SVG: shapes as text, put together to a picture."""
from xml.sax.saxutils import escape

INK, FAINT, GRID = "#1f2937", "#6b7280", "#d1d5db"
ORANGE, BLUE, GREEN = "#c2570c", "#1d6fa5", "#3f7d3a"
FONT = "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\""


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def attributes(given):
    return "".join(f' {name.replace("_", "-")}="{number(value)}"' for name, value in given.items())


def shape(name, **given):
    return f"<{name}{attributes(given)}/>"


def line(x1, y1, x2, y2, stroke=GRID, **given):
    return shape("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **given)


def text(x, y, words, size=12, fill=INK, anchor="start", **given):
    given |= {"x": x, "y": y, "font_size": size, "fill": fill, "text_anchor": anchor}
    return f"<text{attributes(given)}>{escape(str(words))}</text>"


def picture(width, height, shapes, title):
    body = "\n".join(shapes)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" {FONT}>\n'
            f"<title>{escape(title)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n{body}\n</svg>\n')
