import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;

/** Hosts one controller over HTTP as Spring would: binds the raw body and the named header, answers what it returns. */
class Host {
  public static void main(String[] args) throws Exception {
    var type = Class.forName(args[0]);
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    var controller = constructor.newInstance();
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
    var server = HttpServer.create(address, 0);
    for (var method : type.getDeclaredMethods()) {
      var mapping = method.getAnnotation(PostMapping.class);
      if (mapping == null) continue;
      method.setAccessible(true);
      for (var path : mapping.value()) server.createContext(path, exchange -> answer(exchange, controller, method));
    }
    server.start();
  }

  private static void answer(HttpExchange exchange, Object controller, Method method) throws IOException {
    int status = 500;
    var body = new byte[0];
    try {
      var rawBody = exchange.getRequestBody().readAllBytes();
      var arguments = new Object[method.getParameterCount()];
      for (int n = 0; n < arguments.length; n++) arguments[n] = argument(method.getParameters()[n], exchange, rawBody);
      var entity = (ResponseEntity<?>) method.invoke(controller, arguments);
      status = entity.status;
      body = String.valueOf(entity.body).getBytes(StandardCharsets.UTF_8);
    } catch (ReflectiveOperationException failure) {
      failure.printStackTrace();
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Object argument(Parameter parameter, HttpExchange exchange, byte[] rawBody) {
    var header = parameter.getAnnotation(RequestHeader.class);
    if (header == null) return rawBody;
    var given = exchange.getRequestHeaders().getFirst(header.name());
    return given == null ? header.defaultValue() : given;
  }
}
