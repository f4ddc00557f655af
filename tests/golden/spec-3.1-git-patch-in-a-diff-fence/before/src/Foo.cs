public class Foo
{
    public int Count;
}
