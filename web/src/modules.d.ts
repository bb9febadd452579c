declare module "*.css";
declare module "*.studio.css" {
  const text: string;
  export default text;
}
