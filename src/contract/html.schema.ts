import { z } from 'zod';

/** The only elements that a vendor's HTML may have in a host page. */
export const htmlTags = [
  'p',
  'br',
  'strong',
  'em',
  'ul',
  'ol',
  'li',
  'h3',
  'h4',
  'blockquote',
  'a',
] as const;

/**
 * A vendor's HTML after the proxy has parsed it: text, or one allowed element with its children.
 * The widget renders it with templates, so no HTML string is ever parsed in the host page. Only `a`
 * has an `href`: http(s), mailto or tel.
 */
export type HtmlNode = string | HtmlElement;
export interface HtmlElement {
  tag: (typeof htmlTags)[number];
  href?: string | undefined;
  children: HtmlNode[];
}

const htmlElement: z.ZodType<HtmlElement> = z.lazy(() =>
  z.strictObject({
    tag: z.enum(htmlTags),
    href: z
      .string()
      .regex(/^(https?:\/\/|mailto:|tel:)/i)
      .optional(),
    children: z.array(htmlNode),
  }),
);
const htmlNode: z.ZodType<HtmlNode> = z.union([z.string(), htmlElement]);
export const htmlNodes = z.array(htmlNode);
